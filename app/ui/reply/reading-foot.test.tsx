import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReadingFoot } from "./reading-foot";

it("invites no one to write to a sender whose account was erased, but shows what was written", () => {
  const reply = { id: "reply", isOwn: true, from: "You", on: "June 14, 2031", dateTime: "2031-06-14T09:00:00.000Z" };
  const pageOf = (canWrite: boolean, replies: { text: string }[]) => {
    const written = replies.map((one) => ({ ...reply, media: [], ...one }));
    const conversation = { href: "/replies", senderName: "Ada", hasEarlier: false, canWrite, replies: written };
    return renderToStaticMarkup(<ReadingFoot conversation={conversation} shareHref={null} thanksHref={null} />);
  };
  expect(pageOf(true, [])).toContain("Write to");
  expect(pageOf(false, [])).toBe("");
  expect(pageOf(false, [{ text: "I laughed" }])).toContain("I laughed");
  expect(pageOf(false, [{ text: "I laughed" }])).not.toContain("Write to");
});
