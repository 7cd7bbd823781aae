import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { recordOpening, sendOpeningCode } from "~/domain/access/opening.server";
import { failedMailInWords } from "~/domain/account/failed-mail";
import { inviteAgain, listContacts } from "~/domain/legacy/contacts.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { describeEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import * as dashboard from "~/routes/dashboard";
import * as notifications from "~/routes/settings.notifications";
import { db, inTransaction } from "~/services/db.server";
import { messages, rateLimiters } from "~db/schema";
import { changeEmail } from "../../../tests/factories/email-change";
import { createContact } from "../../../tests/factories/legacy";
import { createDueLetter, createLetter, DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { answerOf, pageRequest } from "../../../tests/factories/request";
import { createUser, reload, type SignedInUser } from "../../../tests/factories/user";
import { writeMessage } from "../outbox/message.server";
import { declineDelivery } from "./decline.server";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { putOff, sendRequestedReminders } from "./put-off.server";
import { readdress } from "./readdress.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { sendWithMailgun } = await import("../../../tests/mocks/mailgun");
  return sendWithMailgun();
});
afterEach(async () => {
  mailgun.meet();
  await db.delete(rateLimiters);
});
afterAll(() => mailgun.close());

const REFUSED = "We couldn’t send you your weekly summary: your mail server refuses our email.";

async function writeDigest({ user }: SignedInUser, at = new Date()): Promise<string> {
  const props = { name: user.name, upcoming: [], delivered: [], held: [], drafts: 1, url: "https://example.org" };
  const to = { name: user.name, email: user.email };
  const draft = { kind: "weekly_digest" as const, uniqueKey: `weekly_digest:${createId()}`, to, props };
  return inTransaction((tx) => writeMessage(tx, draft, at));
}

/** What the account's owner sees. */
async function shown({ browser }: SignedInUser): Promise<(string | null)[]> {
  const pages = [
    await answerOf(dashboard.loader, pageRequest("/dashboard", browser), browser),
    await answerOf(notifications.loader, pageRequest("/settings/notifications", browser), browser),
  ];
  return Promise.all(pages.map(async (page) => (await page.json()).failedMail));
}

describe("a mail to an account itself", () => {
  it("that is refused is shown to its owner for a while", async () => {
    const person = await createUser();
    expect(await shown(person)).toEqual([null, null]);
    const id = await writeDigest(person);
    mailgun.meet("bad_request");
    await sendMessage(id, "worker", new Date());
    expect(await shown(person)).toEqual([REFUSED, REFUSED]);
    const { failedMail } = await reload(person.sessionToken);
    expect(failedMailInWords(failedMail, addDays(new Date(), 29))).toBe(REFUSED);
    expect(failedMailInWords(failedMail, addDays(new Date(), 31))).toBeNull();
  });

  it("that bounced later is shown, too", async () => {
    const person = await createUser();
    const id = await writeDigest(person);
    await sendMessage(id, "worker", new Date());
    expect(await shown(person)).toEqual([null, null]);
    await reportEvent(id, "bounced", "550 5.1.1 No such user here");
    expect(await shown(person)).toEqual([REFUSED, REFUSED]);
  });

  it("is no longer shown once a later one arrives", async () => {
    const person = await createUser();
    const earlier = await writeDigest(person, addDays(DUE_AT, -1));
    const refused = await writeDigest(person, addDays(DUE_AT, -1));
    await reportEvent(refused, "bounced", "550 5.1.1 No such user here");
    await reportEvent(earlier, "arrived");
    expect((await reload(person.sessionToken)).failedMail).not.toBeNull();
    const later = await writeDigest(person, addDays(DUE_AT, 1));
    await reportEvent(later, "arrived");
    expect((await reload(person.sessionToken)).failedMail).toBeNull();
  });

  it("that could not be handed over for days is shown without blaming the address", async () => {
    const person = await createUser();
    const id = await writeDigest(person);
    await makeNextAttemptTheLast(id);
    mailgun.meet("too_many");
    await sendMessage(id, "worker", new Date());
    expect((await shown(person))[0]).toBe("We couldn’t send you your weekly summary.");
  });
});

it("does not blame the address for a mail that expired before it could be sent", async () => {
  const person = await createUser();
  const id = await writeDigest(person);
  await db.update(messages).set({ expiresAt: new Date() }).where(eq(messages.id, id));
  await sendMessage(id, "worker", addDays(new Date(), 1));
  expect((await shown(person))[0]).toBe("We couldn’t send you your weekly summary.");
});

/** The next attempt is the last. */
const makeNextAttemptTheLast = (id: string) =>
  db
    .update(messages)
    .set({ attempts: 9, createdAt: addDays(new Date(), -5) })
    .where(eq(messages.id, id));

it("tells the owner that a legacy contact's invitation was refused, until it is sent again", async () => {
  const { user } = await createUser();
  const { id, email } = await createContact(user, { answer: "none" });
  const [invitation] = await writtenTo(email, "legacy_invitation");
  expect((await listContacts(user))[0]?.isInvitationLost).toBe(false);
  await reportEvent(invitation?.id ?? "", "bounced", "550 5.1.1 No such user here");
  expect((await listContacts(user))[0]?.isInvitationLost).toBe(true);
  await inviteAgain(user, id);
  expect((await listContacts(user))[0]?.isInvitationLost).toBe(false);
});

async function createDue(overrides: Partial<NewVaultInput> = {}) {
  const { user } = await createUser();
  return { user, ...(await createDueLetter(user, overrides)) };
}

describe("a message about a vault", () => {
  const sentencesOf = async (id: string) => (await listEvents(id)).map(describeEvent);
  const linkOf = async (delivery: Parameters<typeof openingLink>[0]) =>
    (await findDeliveryByLink(openingLink(delivery))) ?? expect.unreachable();

  it("is on its record when a reminder could not be handed over for days", async () => {
    const { user } = await createUser();
    const email = `${createId()}@example.net`;
    const id = await createLetter(user, { recipientEmail: email, deliveryDate: "2020-01-01" });
    await deliverVault(id);
    const [delivery] = await deliveriesOf(id);
    await sendMessage(delivery?.messageId ?? "", "worker", new Date());
    const later = addDays(new Date(), 4);
    await takeNextSteps(later);
    const [reminder] = await writtenTo(email, "delivery_reminder");
    await makeNextAttemptTheLast(reminder?.id ?? "");
    mailgun.meet("too_many");
    await sendMessage(reminder?.id ?? "", "worker", later);
    expect((await sentencesOf(id)).at(-1)).toBe("Our email to Mia about it couldn’t be delivered.");
    expect((await deliveriesOf(id))[0]?.state).toMatch(/^(sent|arrived)$/);
  });

  it("is on its record when a code is refused", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createDueLetter(user);
    await sendOpeningCode(delivery, "a browser");
    const [code] = await writtenTo(delivery.recipientEmail, "opening_code");
    mailgun.meet("bad_request");
    await sendMessage(code?.id ?? "", "worker", new Date());
    expect((await sentencesOf(id)).at(-1)).toBe("Our email to Mia about it couldn’t be delivered.");
  });

  it.each<[string, (mia: SignedInUser) => Promise<string>]>([
    ["address", async ({ user }) => user.email],
    ["account, whose email has changed since", async (mia) => (await changeEmail(mia)).email],
  ])("is on its record when the reminder comes back that was asked for at the recipient's %s", async (_, change) => {
    const mia = await createUser();
    const due = await createDue({ recipientEmail: mia.user.email });
    const byLink = await linkOf(due.delivery);
    const recipientEmail = await change(mia);
    await putOff({ ...byLink, recipientEmail }, "2031-07-01", DUE_AT);
    await sendRequestedReminders(addDays(DUE_AT, 30));
    const [reminder] = await writtenTo(recipientEmail, "chosen_reminder");
    await reportEvent(reminder?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect((await sentencesOf(due.id)).at(-1)).toBe("Our email to Mia about it couldn’t be delivered.");
  });

  it.each<[string, (letter: Due, at: Date) => Promise<unknown>]>([
    ["opened", ({ delivery }, at) => inTransaction((tx) => recordOpening(tx, delivery, at))],
    ["declined", async ({ delivery }, at) => declineDelivery(await linkOf(delivery), at)],
    [
      "sent to another address",
      async ({ id, delivery, user }, at) => {
        await reportEvent(delivery.messageId, "bounced");
        await readdress(user, id, { deliveryId: delivery.id, email: `${createId()}@example.net` }, at);
      },
    ],
  ])("is not on its record when a reminder comes back after the letter was %s", async (_, change) => {
    const due = await createDue();
    await sendMessage(due.delivery.messageId ?? "", "worker", DUE_AT);
    const later = addDays(DUE_AT, 4);
    await takeNextSteps(later);
    const [reminder] = await writtenTo(due.delivery.recipientEmail, "delivery_reminder");
    await change(due, later);
    await reportEvent(reminder?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect(await sentencesOf(due.id)).not.toContain("Our email to Mia about it couldn’t be delivered.");
  });
});
type Due = Awaited<ReturnType<typeof createDue>>;
