import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes } from "date-fns";
import { describe, expect, it } from "vitest";
import { sendFreshLink } from "~/domain/access/replaced-link.server";
import { blockSender, isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { renderEmail } from "~/emails/catalogue";
import { createDueLetter, DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { takeNextSteps } from "./next-steps.server";
import { putOff, sendRequestedReminders } from "./put-off.server";

type Written = Parameters<typeof createDueLetter>[1];
const LATER = ["delivery_reminder", "chosen_reminder", "fresh_link"] as const;

/** Delivers what Ada wrote, and has her reminded and sent a new link. Returns her mails. */
async function mailsToAda(written: (email: string) => Written) {
  const { user } = await createUser({ name: "Ada Lane" });
  const { id } = await createDueLetter(user, written(user.email));
  const own = (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === user.email);
  const delivery = own ?? expect.unreachable();
  const [mail] = await writtenTo(user.email, "delivery");
  const first = renderEmail("delivery", mail?.props);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  await takeNextSteps(addMinutes(addDays(DUE_AT, 4), 1));
  const found = (await findDeliveryByLink(openingLink(delivery), [], DUE_AT)) ?? expect.unreachable();
  await putOff(found, "2031-07-20", DUE_AT);
  await sendRequestedReminders(new Date("2031-07-20T09:00:00Z"));
  await sendFreshLink(found, DUE_AT);
  const mails = await Promise.all(
    LATER.map(async (kind) => {
      const [mail] = await writtenTo(user.email, kind);
      return renderEmail(kind, mail?.props);
    }),
  );
  return { found, mails: [first, ...mails] };
}

describe("the sender's own copy", () => {
  it.each<[string, (email: string) => Written, RegExp]>([
    ["a board", () => ({ type: "memory-board", title: "Grandpa" }), /^Your memory board is ready: Grandpa$/],
    ["a board that lists them, too", listed, /^Your memory board is ready: Grandpa$/],
    ["a letter to their own address", (recipientEmail) => ({ recipientEmail }), /^You kept something for Mia$/],
    ["one without a name", toMyself, /^You kept something for yourself$/],
    ["a message to the future self", () => ({ type: "future-self" }), /^You kept something for yourself$/],
  ])("of %s speaks to them, and has no link that blocks them", async (_, written, subject) => {
    const { found, mails } = await mailsToAda(written);
    expect(mails[0]?.subject).toMatch(subject);
    for (const { html, text, unsubscribeUrl } of mails) {
      expect(text).toContain("Dear Ada,");
      for (const part of [html, text]) expect(part).not.toMatch(/Stop emails|Ada Lane|\/block|kept for you\b/);
      expect(unsubscribeUrl).toBeUndefined();
    }
    await blockSender(found);
    expect(await isSenderBlocked(found)).toBe(false);
  });

  it("changes nothing for the others of a board", async () => {
    const leo = { name: "Leo", email: `${createId()}@example.net` };
    await mailsToAda(() => ({ type: "memory-board", boardRecipients: [leo] }));
    const [mail] = await writtenTo(leo.email, "delivery");
    const { subject, html, text } = renderEmail("delivery", mail?.props);
    expect(subject).toBe("Ada Lane kept something for you");
    for (const part of [html, text]) expect(part).toContain("Stop emails from Ada Lane");
  });
});

it("names no recipient in the notice that a message to the future self arrived", async () => {
  const { user } = await createUser({ name: "Ada Lane" });
  const { delivery } = await createDueLetter(user, { type: "future-self" });
  await reportEvent(delivery.messageId, "arrived");
  const [notice] = await writtenTo(user.email, "delivered_notice");
  const { html, text } = renderEmail("delivered_notice", notice?.props);
  expect(text).toContain("What you kept for yourself arrived on June 14, 2031.");
  for (const part of [html, text]) expect(part).not.toMatch(/Ada Lane|reached/);
});

function listed(email: string): Written {
  return { type: "memory-board", title: "Grandpa", boardRecipients: [{ name: "Grandma", email }] };
}

function toMyself(recipientEmail: string): Written {
  return { recipientName: "", recipientEmail };
}
