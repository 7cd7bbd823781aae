import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Opening, OpeningPage } from "./opening-page";

const opening: Opening = {
  senderName: "Ada",
  isSenderGone: false,
  recipientName: "Mia",
  writtenOn: "2031-06-14",
  writtenInWords: "today, on June 14, 2031",
  isToSender: false,
  ownKind: null,
  isTheirAccount: false,
  sentTo: "m…@example.net",
  isBySms: false,
  isCodeSent: false,
  isDeclined: false,
  remindOn: null,
  isBlocked: false,
  link: "link",
};

it("says that the sender will see the opening, unless their account was erased", () => {
  expect(renderToStaticMarkup(<OpeningPage {...opening} />)).toContain("will see that you opened it");
  expect(renderToStaticMarkup(<OpeningPage {...opening} isSenderGone />)).not.toContain("will see");
});
