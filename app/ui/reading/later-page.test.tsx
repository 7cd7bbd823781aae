import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { reminderTime } from "~/domain/delivery/put-off";
import { LaterPage } from "./later-page";

it("says by whose clock the reminder comes, which may be evening where it is read", () => {
  const page = renderToStaticMarkup(
    <LaterPage
      link="abc"
      sentTo={{ kind: "address", shown: "m…@example.org" }}
      isBlocked={false}
      senderName="Anna"
      isToSender={false}
      chosen={null}
      remindOn={null}
      days={{ first: "2044-06-15", last: "2049-06-14" }}
      time={reminderTime("Pacific/Auckland")}
      keptUntil={null}
    />,
  );
  expect(page).toContain("one email to m…@example.org at 09:00 in Auckland on that day, and none before.");
});
