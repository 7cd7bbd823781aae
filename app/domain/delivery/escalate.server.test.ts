import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours, addMinutes, addYears } from "date-fns";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openAsAccount, redeemOpeningCode, sendOpeningCode } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { removeContact, setPermissions } from "~/domain/legacy/contacts.server";
import { answerInvitation } from "~/domain/legacy/invitation.server";
import { notifyLegacyContacts } from "~/domain/legacy/notify-contacts.server";
import { block } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { isFailed, isHandedOver } from "~/domain/vault/events";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { db, inTransaction } from "~/services/db.server";
import { legacyContacts, messages } from "~db/schema";
import { NO_PERMISSIONS } from "../../../tests/factories/legacy";
import {
  createDueLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, sendMessages, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
import { answerBackupRequest, findBackupRequest } from "./backup-contact.server";
import { takeNextSteps } from "./next-steps.server";
import { readdress } from "./readdress.server";
import { unblock } from "./unblock-sender.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";

type User = Awaited<ReturnType<typeof createUser>>["user"];
let user: User;
let sessionToken: string;
let second: string;
let backup: string;
const randomEmail = () => `${createId()}@example.net`;
beforeEach(async () => {
  ({ user, sessionToken } = await createUser({ name: "Ada", vaultLimit: 9 }));
  [second, backup] = [randomEmail(), randomEmail()];
});

async function createSentLetter(reach: Partial<NewVaultInput> = {}) {
  const { id, delivery } = await createDueLetter(user, reach);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  const currentDelivery = async () => {
    const [row] = await deliveriesOf(id);
    if (!row) throw new Error("It is gone.");
    return row;
  };
  const bounceLatest = async () => reportEvent((await currentDelivery()).messageId, "bounced", "550 no such user");
  const currentRung = async () => {
    const { rung, state } = await currentDelivery();
    return [rung, state, (await storedVault(id)).state];
  };
  const sendLatest = async (now = DUE_AT) => sendMessage((await currentDelivery()).messageId ?? "", "worker", now);
  return { id, delivery, currentDelivery, currentRung, bounceLatest, sendLatest };
}
const ben = () => ({ backupName: "Ben", backupEmail: backup });
const toSender = async () => ({
  ways: (await writtenTo(user.email, "trying_another_way")).length,
  last: (await writtenTo(user.email, "not_delivered")).length,
});

const sendRequest = async (email: string, now = DUE_AT) => {
  const [request] = await writtenTo(email, "legacy_request");
  await sendMessage(request?.id ?? "", "worker", now);
};

async function sendAllTo(vaultId: string): Promise<void> {
  const rows = await db.select({ id: messages.id }).from(messages).where(eq(messages.vaultId, vaultId));
  await sendMessages(
    rows.map(({ id }) => id),
    "worker",
    DUE_AT,
  );
}

async function nameLegacyContact(email: string, permissions: { receiveDuplicate?: boolean } = {}): Promise<void> {
  await db.insert(legacyContacts).values({
    id: createId(),
    ownerId: user.id,
    name: "Eva",
    email,
    relationship: "friend",
    updateEmail: true,
    ...permissions,
    state: "accepted",
    createdAt: DUE_AT,
    updatedAt: DUE_AT,
  });
}

describe("a letter that bounces", () => {
  it("goes to the second address at once, with one notice to the sender", async () => {
    const letter = await createSentLetter({ secondEmail: second, ...ben() });
    await letter.bounceLatest();
    expect(await letter.currentRung()).toEqual(["second_address", "queued", "delivering"]);
    const [mail] = await writtenTo(second, "delivery");
    await sendMessage(mail?.id ?? "", "worker", DUE_AT);
    expect(await letter.currentRung()).toEqual(["second_address", "arrived", "delivered"]);
    expect(await toSender()).toEqual({ ways: 1, last: 0 });
    expect(await writtenTo(backup, "backup_request")).toEqual([]);
    expect((await recordOf(letter.id)).slice(-6)).toEqual([
      "bounced",
      "tried_second_address",
      "came_back",
      "handed_over",
      "arrived",
      "delivered",
    ]);
  });

  it("is opened by the first address's link as well, with a code to that address", async () => {
    const letter = await createSentLetter({ secondEmail: second });
    await letter.bounceLatest();
    const firstAddress = letter.delivery.recipientEmail;
    const found = await findDeliveryByLink(openingLink(letter.delivery));
    if (!found) throw new Error("The first link is over.");
    await sendOpeningCode(found, BROWSER);
    const code = (await writtenTo(firstAddress, "opening_code")).at(-1)?.props.code ?? "";
    expect((await redeemOpeningCode(found, BROWSER, code)).ok).toBe(true);
    expect(await letter.currentRung()).toEqual(["second_address", "opened", "delivered"]);
    // A later bounce of the other contact changes nothing.
    await letter.bounceLatest();
    expect(await letter.currentRung()).toEqual(["second_address", "opened", "delivered"]);
    expect(
      await findDeliveryByLink(openingLink({ ...letter.delivery, recipientEmail: randomEmail() })),
    ).toBeUndefined();
  });

  it("escalates rung by rung to its end, each after its own time, and is kept for seven years", async () => {
    const eva = randomEmail();
    await nameLegacyContact(eva);
    // No SMS provider here: the number is skipped.
    const letter = await createSentLetter({ secondEmail: second, recipientPhone: "+49 171 1234567", ...ben() });
    await letter.bounceLatest();
    await letter.bounceLatest();
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect(await writtenTo(backup, "backup_request")).toHaveLength(1);
    await letter.sendLatest();
    await takeNextSteps(addDays(DUE_AT, 6));
    expect(await writtenTo(eva, "legacy_request")).toEqual([]);
    await takeNextSteps(addDays(DUE_AT, 7));
    expect(await letter.currentRung()).toEqual(["legacy", "failed", "delivering"]);
    expect(await writtenTo(eva, "legacy_request")).toHaveLength(1);
    expect(await toSender()).toEqual({ ways: 3, last: 0 });
    await letter.sendLatest(addDays(DUE_AT, 7));
    const end = addDays(DUE_AT, 37);
    await Promise.all([takeNextSteps(end), takeNextSteps(end), takeNextSteps(end)]);
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
    expect((await storedVault(letter.id)).heldUntil).toEqual(addYears(end, 7));
    expect(await toSender()).toEqual({ ways: 3, last: 1 });
    const [notice] = await writtenTo(user.email, "not_delivered");
    expect(notice?.props.keptUntil).toBe("2038-07-21");
    await takeNextSteps(addYears(end, 2));
    expect(await toSender()).toEqual({ ways: 3, last: 1 });
    expect((await recordOf(letter.id)).filter((kind) => kind === "held")).toHaveLength(1);
  });

  it("asks the sender each time the ladder ends, also after several contacts", async () => {
    const contacts = [randomEmail(), randomEmail()];
    for (const email of contacts) await nameLegacyContact(email);
    const letter = await createSentLetter();
    await letter.bounceLatest();
    for (const email of contacts) await sendRequest(email);
    await takeNextSteps(addDays(DUE_AT, 30));
    expect(await toSender()).toEqual({ ways: 1, last: 1 });
    const corrected = { deliveryId: letter.delivery.id, email: randomEmail() };
    expect(await readdress(user, letter.id, corrected, addDays(DUE_AT, 31))).toEqual({ ok: true });
    await letter.bounceLatest();
    await takeNextSteps(addDays(DUE_AT, 90));
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
    expect(await toSender()).toEqual({ ways: 2, last: 2 });
  });

  it("waits for a contact from the moment their request has left", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    await takeNextSteps(addDays(DUE_AT, 8));
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addHours(addDays(DUE_AT, 8), 1));
    await letter.sendLatest(addDays(DUE_AT, 9));
    await takeNextSteps(addDays(DUE_AT, 10));
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addDays(DUE_AT, 16));
    await takeNextSteps(addDays(DUE_AT, 16));
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
  });

  it("waits for all legacy contacts from the moment the last of their requests has left", async () => {
    const [first, last, later] = [randomEmail(), randomEmail(), randomEmail()];
    for (const email of [first, last]) await nameLegacyContact(email);
    const letter = await createSentLetter();
    await letter.bounceLatest();
    await sendRequest(first);
    await takeNextSteps(addDays(DUE_AT, 30));
    expect(await letter.currentRung()).toEqual(["legacy", "failed", "delivering"]);
    await sendRequest(last, addDays(DUE_AT, 31));
    // Who became a contact since then does not start it again.
    await nameLegacyContact(later);
    await inTransaction((tx) => notifyLegacyContacts(tx, letter.delivery, addDays(DUE_AT, 32)));
    await takeNextSteps(addDays(DUE_AT, 60));
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addDays(DUE_AT, 61));
    await takeNextSteps(addDays(DUE_AT, 61));
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
  });

  it.each([
    ["is removed", (id: string) => removeContact(user, id, addDays(DUE_AT, 2))],
    ["declines", (contactId: string) => answerInvitation({ contactId }, "decline", addDays(DUE_AT, 2))],
    ["may do nothing now", (id: string) => setPermissions(user, id, NO_PERMISSIONS, addDays(DUE_AT, 2))],
  ])("does not wait for a legacy contact who %s, but for the other one", async (_, leave) => {
    const [first, last] = [randomEmail(), randomEmail()];
    for (const email of [first, last]) await nameLegacyContact(email);
    const letter = await createSentLetter();
    await letter.bounceLatest();
    await sendRequest(first);
    await sendRequest(last, addDays(DUE_AT, 1));
    const contacts = await db.select().from(legacyContacts).where(eq(legacyContacts.ownerId, user.id));
    const leaves = async (email: string) => {
      await leave(contacts.find((one) => one.email === email)?.id ?? "");
      await takeNextSteps(addDays(DUE_AT, 2));
    };
    await leaves(last);
    expect(await letter.currentRung()).toEqual(["legacy", "failed", "delivering"]);
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addDays(DUE_AT, 30));
    await leaves(first);
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
  });

  it("does not wait for a contact whose request bounced", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    await Promise.all([letter.bounceLatest(), letter.bounceLatest()]);
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
    expect((await recordOf(letter.id)).filter((kind) => kind === "ask_failed")).toHaveLength(1);
  });

  it.each([
    ["corrects its address", {}],
    ["would get a copy", { receiveDuplicate: true }],
  ])(
    "does not wait for the only legacy contact, who %s, if their request bounced, but for one of two",
    async (_, may) => {
      await nameLegacyContact(randomEmail(), may);
      const alone = await createSentLetter();
      await alone.bounceLatest();
      expect(await alone.currentRung()).toEqual(["legacy", "failed", "delivering"]);
      await alone.bounceLatest();
      expect((await alone.currentDelivery()).rung).not.toBe("legacy");
      expect(await recordOf(alone.id)).toContain("ask_failed");
      const other = randomEmail();
      await nameLegacyContact(other);
      const shared = await createSentLetter();
      await shared.bounceLatest();
      await reportEvent((await writtenTo(other, "legacy_request"))[0]?.id ?? "", "bounced");
      expect(await shared.currentRung()).toEqual(["legacy", "failed", "delivering"]);
    },
  );

  it.each<[string, () => Promise<Partial<NewVaultInput>>]>([
    ["backup", async () => ben()],
    ["legacy", async () => nameLegacyContact(randomEmail()).then(() => ({}))],
  ])("waits for no answer of a %s contact about a recipient who blocks the sender", async (rung, name) => {
    const letter = await createSentLetter(await name());
    await letter.bounceLatest();
    await sendAllTo(letter.id);
    const blocked = { senderId: user.id, recipient: letter.delivery.recipientEmail };
    await block(blocked, addDays(DUE_AT, 1));
    expect(await letter.currentRung()).toEqual([rung, "failed", "delivering"]);
    await takeNextSteps(addMinutes(addDays(DUE_AT, 1), 10));
    expect(await letter.currentRung()).toEqual(["unwanted", "failed", "held"]);
    expect((await recordOf(letter.id)).slice(-2)).toEqual(["blocked", "held"]);
    expect(await toSender()).toEqual({ ways: 1, last: 0 });
    expect(await writtenTo(user.email, "blocked_notice")).toHaveLength(1);
  });

  it("is recorded as unwanted, too, when its recipient blocks the sender once it is held", async () => {
    const [letter, undone, cancelled] = [await createSentLetter(), await createSentLetter(), await createSentLetter()];
    const blocked = ({ delivery }: typeof letter) => ({ senderId: user.id, recipient: delivery.recipientEmail });
    for (const one of [letter, undone, cancelled]) {
      await one.bounceLatest();
      if (one === cancelled) await cancelVault(user, one.id);
      await block(blocked(one), addDays(DUE_AT, 1));
    }
    await unblock(blocked(undone), addDays(DUE_AT, 1));
    await takeNextSteps(addMinutes(addDays(DUE_AT, 1), 10));
    expect(await letter.currentRung()).toEqual(["unwanted", "failed", "held"]);
    expect((await recordOf(letter.id)).at(-1)).toBe("blocked");
    expect(await undone.currentRung()).toEqual(["held", "failed", "held"]);
    for (const one of [letter, undone, cancelled]) expect((await one.currentDelivery()).nextStepAt).toBeNull();
  });

  it("keeps waiting for a contact if the block was undone at once", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    await letter.sendLatest();
    const blocked = { senderId: user.id, recipient: letter.delivery.recipientEmail };
    await block(blocked, addDays(DUE_AT, 1));
    await unblock(blocked, addDays(DUE_AT, 1));
    await takeNextSteps(addMinutes(addDays(DUE_AT, 1), 10));
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addDays(DUE_AT, 7));
  });

  it("is delivered when it is opened after all, even when it was held", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    await letter.sendLatest();
    await takeNextSteps(addDays(DUE_AT, 8));
    expect(await letter.currentRung()).toEqual(["held", "failed", "held"]);
    const { user: reader } = await createUser({ email: letter.delivery.recipientEmail });
    const found = await findDeliveryByLink(openingLink(letter.delivery));
    if (!found) throw new Error("The link is over.");
    await openAsAccount(reader, found, addDays(DUE_AT, 9));
    expect(await letter.currentRung()).toEqual(["held", "opened", "delivered"]);
    expect(await storedVault(letter.id)).toMatchObject({ heldUntil: null });
  });

  it("may be a reminder, whose bounce counts for the address", async () => {
    const letter = await createSentLetter({ secondEmail: second });
    await takeNextSteps(addDays(DUE_AT, 4));
    const [reminder] = await writtenTo(letter.delivery.recipientEmail, "delivery_reminder");
    await reportEvent(reminder?.id ?? "", "bounced", "550 no such user");
    expect(await letter.currentRung()).toEqual(["second_address", "queued", "delivering"]);
    // Reported again, it concerns an address that is no longer current.
    await reportEvent(reminder?.id ?? "", "bounced", "550 no such user");
    expect(await letter.currentRung()).toEqual(["second_address", "queued", "delivering"]);
  });

  it.each(["first", "second"])("asks no contact about their own address, the %s one", async (place) => {
    const other = `${createId()}@example.net`;
    const [recipientEmail, secondEmail] = place === "first" ? [backup, other] : [other, backup];
    await nameLegacyContact(backup);
    const { id } = await createDueLetter(user, { ...ben(), recipientEmail, secondEmail });
    for (const _ of [1, 2]) await reportEvent((await deliveriesOf(id))[0]?.messageId ?? "", "bounced");
    expect((await storedVault(id)).state).toBe("held");
    for (const kind of ["backup_request", "legacy_request"] as const) expect(await writtenTo(backup, kind)).toEqual([]);
  });
});

describe("a correction", () => {
  it("by the sender restarts the ladder, even while the second address is tried", async () => {
    const letter = await createSentLetter({ secondEmail: second });
    await letter.bounceLatest();
    await sendMessage((await letter.currentDelivery()).messageId ?? "", "worker", DUE_AT);
    const third = randomEmail();
    expect(await readdress(user, letter.id, { deliveryId: letter.delivery.id, email: third })).toEqual({ ok: true });
    expect(await letter.currentDelivery()).toMatchObject({
      rung: "first_address",
      recipientEmail: third,
      firstEmail: null,
    });
    expect(await findDeliveryByLink(openingLink(letter.delivery))).toBeUndefined();
    await letter.bounceLatest();
    expect(await letter.currentDelivery()).toMatchObject({
      rung: "second_address",
      recipientEmail: second,
      firstEmail: third,
    });
    expect(await toSender()).toEqual({ ways: 2, last: 0 });
  });

  it("of one that has arrived at its second address puts it on its way until it arrives again", async () => {
    const letter = await createSentLetter({ secondEmail: second });
    await letter.bounceLatest();
    const send = async () => sendMessage((await letter.currentDelivery()).messageId ?? "", "worker", DUE_AT);
    await send();
    const stored = async () => {
      const { state, deliveredAt } = await storedVault(letter.id);
      return { state, deliveredAt, delivered: (await reload(sessionToken)).vaultsDelivered };
    };
    expect(await stored()).toEqual({ state: "delivered", deliveredAt: DUE_AT, delivered: 1 });
    const corrected = { deliveryId: letter.delivery.id, email: randomEmail() };
    expect(await readdress(user, letter.id, corrected, DUE_AT)).toEqual({ ok: true });
    expect(await stored()).toEqual({ state: "delivering", deliveredAt: null, delivered: 0 });
    expect((await recordOf(letter.id)).slice(-2)).toEqual(["readdressed", "tried_again"]);
    const before = (await writtenTo(user.email, "delivered_notice")).length;
    await send();
    expect(await stored()).toEqual({ state: "delivered", deliveredAt: DUE_AT, delivered: 1 });
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(before + 1);
  });

  it("by the backup contact works once by their mailed link, and not with their own address", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    const [mail] = await writtenTo(backup, "backup_request");
    expect(mail?.props).toMatchObject({ backupName: "Ben", senderName: "Ada", recipientName: "Mia" });
    expect(mail?.props.unsubscribeUrl).toContain("/stop/");
    const link = mail?.props.url.split("/reach/")[1] ?? "";
    const asked = await findBackupRequest(link);
    if (!asked) throw new Error("The link does not work.");
    expect(await answerBackupRequest(asked, backup)).toEqual({ ok: false, reason: "own" });
    const better = randomEmail();
    const answers = await Promise.all([answerBackupRequest(asked, better), answerBackupRequest(asked, better)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await writtenTo(better, "delivery")).toEqual([]);
    expect((await recordOf(letter.id)).at(-1)).toBe("address_proposed");
  });

  it("is refused without that link", async () => {
    const letter = await createSentLetter(ben());
    await letter.bounceLatest();
    expect(await findBackupRequest(openingLink(letter.delivery))).toBeUndefined();
    expect(await findBackupRequest("x")).toBeUndefined();
  });
});

describe("whatever happens in whatever order", () => {
  const EVENTS = ["send", "bounce", "arrive", "read", "correct", "wait"] as const;

  it("leaves at most one letter on its way, and ends with a recipient reached or the vault held", async () => {
    const eventLists = fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(eventLists, async (events) => {
        const letter = await createSentLetter({ secondEmail: randomEmail(), backupEmail: randomEmail() });
        let now = DUE_AT;
        const step = {
          send: async () => sendMessage((await letter.currentDelivery()).messageId ?? "", "worker", now),
          bounce: letter.bounceLatest,
          arrive: async () => reportEvent((await letter.currentDelivery()).messageId, "arrived"),
          read: async () => {
            const { user: reader } = await createUser({ email: (await letter.currentDelivery()).recipientEmail }).catch(
              () => ({
                user: undefined,
              }),
            );
            if (reader) await viewVault({ user: reader }, letter.id, now);
          },
          correct: () => readdress(user, letter.id, { deliveryId: letter.delivery.id, email: randomEmail() }, now),
          wait: async () => {
            now = addDays(now, 40);
            await takeNextSteps(now);
          },
        };
        for (const event of [...events, "send", "wait", "wait", "wait"] as const) {
          await Promise.all([step[event](), event === "correct" ? undefined : step[event]()]);
          const { state, messageId } = await letter.currentDelivery();
          const unsent = and(eq(messages.deliveryId, letter.delivery.id), eq(messages.kind, "delivery"));
          const queued = await db
            .select()
            .from(messages)
            .where(and(unsent, eq(messages.state, "queued")));
          const underWay = queued.filter(({ id }) => id === messageId);
          if (state === "queued") expect(underWay).toHaveLength(1);
        }
        const { state, rung } = await letter.currentDelivery();
        const vault = await storedVault(letter.id);
        if (isHandedOver(state)) expect(vault.state).toBe("delivered");
        else {
          expect(isFailed(state)).toBe(true);
          expect([rung, vault.state]).toEqual(["held", "held"]);
        }
      }),
      { numRuns: 5 },
    );
  });
});
