import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes, addSeconds, addYears } from "date-fns";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordOpening, redeemOpeningCode, sendOpeningCode } from "~/domain/access/opening.server";
import { sendFreshLink } from "~/domain/access/replaced-link.server";
import { confirmEmailChange, requestEmailChange } from "~/domain/account/email-change.server";
import { requestErasure, stopErasure } from "~/domain/account/erasure-request.server";
import { changeMailLinks, redeemSignInLink } from "~/domain/account/mail-link.server";
import { answerPasswordReset, requestSignInLink } from "~/domain/account/password-reset.server";
import { writeTrouble, writeVerifyReminder } from "~/domain/address-health/address-mails.server";
import { saveAddressHealth } from "~/domain/address-health/addresses.server";
import {
  answerAddressQuestion,
  askRecipients,
  findAddressQuestion,
  recordReturnedQuestion,
} from "~/domain/address-health/confirmation.server";
import { listLegacyAddresses, listOtherAddresses } from "~/domain/address-health/other-addresses.server";
import { type Board, findHostedBoard } from "~/domain/board/board.server";
import { findBoardOf, type Guest, setGuestEmail } from "~/domain/board/guests.server";
import { acceptHosting, inviteHost, removeHost } from "~/domain/board/hosts.server";
import { moderatePost, reportPost } from "~/domain/board/moderation.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { removeContact, setPermissions } from "~/domain/legacy/contacts.server";
import { WAIT_DAYS } from "~/domain/legacy/legacy";
import { correctAddress, requestView } from "~/domain/legacy-help/contact-actions.server";
import { sendFreshHelpLink } from "~/domain/legacy-help/replaced-help-link.server";
import { stopLegacyRequest } from "~/domain/legacy-help/stop-legacy-request.server";
import { applyRetention } from "~/domain/maintenance/retention.server";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { readStopLink } from "~/domain/outbox/stop-link.server";
import { block, blockSender } from "~/domain/recipients/block-sender.server";
import { type DeliveryByLink, findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { UNWANTED } from "~/domain/vault/ladder";
import { saveRecipients } from "~/domain/writing/save-parts.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { boardPosts, legacyContacts, memories, messages, profiles } from "~db/schema";
import { createBoard, join, postNote } from "../../../tests/factories/board";
import { changeEmail } from "../../../tests/factories/email-change";
import {
  ALL_PERMISSIONS,
  createContact,
  createUndeliverable,
  helperOf,
  NO_PERMISSIONS,
  passLegacyWait,
  storedLegacyRequest,
} from "../../../tests/factories/legacy";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  reportEvent,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { mailedToken, sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { sendReply } from "../../../tests/factories/reply";
import { createUser } from "../../../tests/factories/user";
import { declineDelivery } from "./decline.server";
import { takeNextSteps } from "./next-steps.server";
import { putOff, sendRequestedReminders } from "./put-off.server";
import { changeReach, readdress } from "./readdress.server";
import { unblock } from "./unblock-sender.server";

type User = Awaited<ReturnType<typeof createUser>>["user"];
let user: User;
beforeEach(async () => {
  ({ user } = await createUser({ name: "Ada", vaultLimit: 5 }));
});

const LATER = addDays(DUE_AT, 4);

async function outcomeOf(id: string | undefined, now = addDays(DUE_AT, 60)) {
  await sendMessage(id ?? "", "worker", now);
  const [row] = await db
    .select()
    .from(messages)
    .where(eq(messages.id, id ?? ""));
  return [row?.state, row?.lastError];
}
const SENT = ["sent", null];
const DROPPED = ["failed", "it no longer applied"];

async function createReminded() {
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  await takeNextSteps(LATER);
  const [reminder] = await writtenTo(delivery.recipientEmail, "delivery_reminder");
  const byLink = (await findDeliveryByLink(openingLink(delivery))) as DeliveryByLink;
  return { id, delivery, byLink, reminder: reminder?.id };
}

describe("a letter whose recipient blocks the sender", () => {
  async function createTwo() {
    const recipientEmail = `${createId()}@example.net`;
    const [first, second] = [
      await createDueLetter(user, { recipientEmail }),
      await createDueLetter(user, { recipientEmail }),
    ];
    const block = async () => blockSender((await findDeliveryByLink(openingLink(first.delivery))) as DeliveryByLink);
    return { second, block };
  }
  const stateOf = async (vaultId: string) => [
    (await deliveriesOf(vaultId)).map(({ state, rung }) => [state, rung]),
    (await storedVault(vaultId)).state,
  ];

  it("while it waits is not sent, and its vault is held", async () => {
    const { second, block } = await createTwo();
    await block();
    expect(await outcomeOf(second.delivery.messageId ?? "")).toEqual(DROPPED);
    expect(await stateOf(second.id)).toEqual([[["failed", UNWANTED]], "held"]);
  });

  it("before it comes back is not sent to anyone else", async () => {
    const { second, block } = await createTwo();
    await sendMessage(second.delivery.messageId ?? "", "worker", DUE_AT);
    await block();
    await reportEvent(second.delivery.messageId ?? "", "bounced");
    expect(await stateOf(second.id)).toEqual([[["failed", UNWANTED]], "held"]);
  });
});

describe("a letter that may have left, and waits to be sent again", () => {
  const soon = new Date(DUE_AT.getTime() + 60_000);
  type Due = Awaited<ReturnType<typeof createDueLetter>>;
  const linkOf = async ({ delivery }: Due) => (await findDeliveryByLink(openingLink(delivery))) as DeliveryByLink;
  async function openWithCode(due: Due) {
    const found = await linkOf(due);
    await sendOpeningCode(found, "a browser");
    const code = (await writtenTo(due.delivery.recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
    expect((await redeemOpeningCode(found, "a browser", code)).ok).toBe(true);
  }
  async function useCard({ id }: Due) {
    const code = (await makeCard(user, id, { showsDay: false })) ?? "";
    expect((await claimVault(code, soon)).ok).toBe(true);
  }

  it.each<[string, (due: Due) => Promise<unknown>]>([
    ["waits", () => Promise.resolve()],
    ["was opened with its claim card only", useCard],
    [
      "was opened with its claim card, and its code was not entered",
      async (due) => {
        await openWithCode(await createDueLetter(user));
        await useCard(due);
        await sendOpeningCode(await linkOf(due), "a browser");
      },
    ],
  ])("is sent while it %s", async (_, change) => {
    const due = await createDueLetter(user);
    await change(due);
    expect(await outcomeOf(due.delivery.messageId ?? "")).toEqual(SENT);
  });

  it.each<[string, (due: Due) => Promise<unknown>]>([
    ["opened with a code", openWithCode],
    ["opened by the account", async ({ delivery }) => inTransaction((tx) => recordOpening(tx, delivery, soon))],
    [
      "opened by the account, and then with its claim card",
      async (due) => {
        await inTransaction((tx) => recordOpening(tx, due.delivery, DUE_AT));
        await useCard(due);
      },
    ],
    [
      "opened with its claim card, and then with a code",
      async (due) => {
        await useCard(due);
        await openWithCode(due);
      },
    ],
    ["declined", async (due) => declineDelivery(await linkOf(due), soon)],
    [
      "opened with its claim card, and then declined",
      async (due) => {
        await useCard(due);
        await declineDelivery(await linkOf(due), soon);
      },
    ],
    ["put off", async (due) => putOff(await linkOf(due), "2031-07-01", soon)],
    ["reported as arrived", async ({ delivery }) => reportEvent(delivery.messageId, "arrived")],
    [
      "replaced by another",
      async ({ id, delivery }) => {
        await reportEvent(delivery.messageId, "bounced");
        await readdress(user, id, { deliveryId: delivery.id, email: "other@example.net" }, soon);
      },
    ],
  ])("is dropped once it was %s", async (_, change) => {
    const due = await createDueLetter(user);
    await change(due);
    expect(await outcomeOf(due.delivery.messageId ?? "")).toEqual(DROPPED);
  });
});

describe("a reminder that was written and not yet sent", () => {
  it("is sent while the letter is unopened", async () => {
    expect(await outcomeOf((await createReminded()).reminder)).toEqual(SENT);
  });

  it.each([
    ["opened", ({ delivery }: Reminded) => inTransaction((tx) => recordOpening(tx, delivery, LATER))],
    ["declined", ({ byLink }: Reminded) => declineDelivery(byLink, LATER)],
    ["blocked", ({ byLink }: Reminded) => blockSender(byLink, LATER)],
    [
      "sent to a corrected address",
      async ({ id, delivery }: Reminded) => {
        await reportEvent(delivery.messageId, "bounced");
        await readdress(user, id, { deliveryId: delivery.id, email: "new@example.net" }, LATER);
      },
    ],
  ])("is dropped once the letter is %s", async (_, change) => {
    const reminded = await createReminded();
    await change(reminded);
    expect(await outcomeOf(reminded.reminder)).toEqual(DROPPED);
  });

  it("is dropped if it was asked for and the letter was declined since", async () => {
    const { byLink, delivery } = await createReminded();
    await putOff(byLink, "2031-07-01", LATER);
    await sendRequestedReminders(addDays(DUE_AT, 30));
    const [reminder] = await writtenTo(delivery.recipientEmail, "chosen_reminder");
    expect(reminder?.props.stopUrl).toContain("/stop/");
    await declineDelivery(byLink, addDays(DUE_AT, 30));
    expect(await outcomeOf(reminder?.id)).toEqual(DROPPED);
  });

  it.each([
    ["sent if it was asked for by an account that has changed its email since the letter came", SENT],
    ["dropped once that account has changed its email again", DROPPED],
  ])("is %s", async (_, outcome) => {
    const mia = await createUser({ name: "Mia" });
    const { delivery } = await createDueLetter(user, { recipientEmail: mia.user.email });
    const byLink = (await findDeliveryByLink(openingLink(delivery), [], LATER)) ?? expect.unreachable();
    const moved = await changeEmail(mia);
    await putOff({ ...byLink, recipientEmail: moved.email }, "2031-07-01", LATER);
    await sendRequestedReminders(addDays(DUE_AT, 30));
    const [reminder] = await writtenTo(moved.email, "chosen_reminder");
    if (outcome === DROPPED) await changeEmail(mia);
    expect(await outcomeOf(reminder?.id)).toEqual(outcome);
  });
});
type Reminded = Awaited<ReturnType<typeof createReminded>>;

describe("a request that was written and not yet sent", () => {
  it("to a backup contact is dropped once the address was corrected", async () => {
    const backupEmail = `backup-${user.id}@example.org`;
    const [first, second] = [
      await createFailedLetter(user, { backupName: "Bo", backupEmail }),
      await createFailedLetter(user, { backupName: "Bo", backupEmail }),
    ];
    await readdress(user, second.id, { deliveryId: second.delivery.id, email: "second@example.net" }, LATER);
    const requests = await writtenTo(backupEmail, "backup_request");
    const requestOf = (deliveryId: string) => requests.find((request) => request.deliveryId === deliveryId)?.id;
    expect(await outcomeOf(requestOf(first.delivery.id))).toEqual(SENT);
    expect(await outcomeOf(requestOf(second.delivery.id))).toEqual(DROPPED);
  });

  it.each(["backup_request", "legacy_request"] as const)(
    "is dropped once the recipient has blocked the sender: %s",
    async (kind) => {
      const { user: owner } = await createUser({ vaultLimit: 5 });
      const backupEmail = `backup-${owner.id}@example.org`;
      const contact = await createContact(owner, { updateEmail: true });
      const overrides = kind === "backup_request" ? { backupName: "Bo", backupEmail } : {};
      const [kept, blocked] = [await createFailedLetter(owner, overrides), await createFailedLetter(owner, overrides)];
      await blockSender((await findDeliveryByLink(openingLink(blocked.delivery))) as DeliveryByLink);
      const requests = await writtenTo(kind === "backup_request" ? backupEmail : contact.email, kind);
      const requestOf = ({ id }: { id: string }) => requests.find(({ vaultId }) => vaultId === id)?.id;
      expect(await outcomeOf(requestOf(kept))).toEqual(SENT);
      expect(await outcomeOf(requestOf(blocked))).toEqual(DROPPED);
    },
  );

  it("to a legacy contact is dropped once the vault was cancelled or opened", async () => {
    const contact = await createContact(user, { updateEmail: true });
    const [kept, cancelled, opened] = [
      await createFailedLetter(user),
      await createFailedLetter(user),
      await createFailedLetter(user),
    ];
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, cancelled.id));
    await cancelVault(user, cancelled.id, LATER);
    await inTransaction((tx) => recordOpening(tx, opened.delivery, LATER));
    const requests = await writtenTo(contact.email, "legacy_request");
    const requestOf = ({ id }: { id: string }) => requests.find(({ vaultId }) => vaultId === id)?.id;
    expect(await outcomeOf(requestOf(kept))).toEqual(SENT);
    expect(await outcomeOf(requestOf(cancelled))).toEqual(DROPPED);
    expect(await outcomeOf(requestOf(opened))).toEqual(DROPPED);
  });

  it("to a legacy contact without permissions is dropped", async () => {
    const { owner, contact } = await createUndeliverable();
    await setPermissions(owner, contact.id, NO_PERMISSIONS, LATER);
    expect(await outcomeOf((await writtenTo(contact.email, "legacy_request"))[0]?.id)).toEqual(DROPPED);
  });

  it("to a legacy contact goes to the email that they have changed to, and what may have left stays behind", async () => {
    const ben = await createUser();
    const contact = await createContact(user, { ...ALL_PERMISSIONS, email: ben.user.email });
    await createFailedLetter(user);
    await createFailedLetter(user);
    const [unsent, tried] = await writtenTo(contact.email, "legacy_request");
    await db
      .update(messages)
      .set({ mayBeSent: true })
      .where(eq(messages.id, tried?.id ?? ""));
    const { email } = await changeEmail(ben);
    expect(await outcomeOf(tried?.id)).toEqual(DROPPED);
    const [moved, ...others] = await writtenTo(email, "legacy_request");
    expect([moved?.id, others]).toEqual([unsent?.id, []]);
    const link = moved?.props.unsubscribeUrl?.split("/").at(-1) ?? "";
    expect(readStopLink(link)).toEqual({ senderId: user.id, email });
    expect(await outcomeOf(moved?.id)).toEqual(SENT);
  });

  it("to recipients of a board is dropped for those who were taken off its list", async () => {
    const [mia, leo] = [
      { name: "Mia", email: `${createId()}@example.org` },
      { name: "Leo", email: `${createId()}@example.org` },
    ];
    const id = await createLetter(user, { type: "memory-board", boardRecipients: [mia, leo] });
    await askRecipients(user, id);
    await inTransaction((tx) => saveRecipients(tx, id, [mia]));
    expect(await outcomeOf((await writtenTo(mia.email, "recipient_confirmation"))[0]?.id)).toEqual(SENT);
    expect(await outcomeOf((await writtenTo(leo.email, "recipient_confirmation"))[0]?.id)).toEqual(DROPPED);
  });

  it("to a recipient is dropped once the letter goes to another address first", async () => {
    const [kept, changed] = [`kept-${user.id}@example.org`, `changed-${user.id}@example.org`];
    for (const recipientEmail of [kept, changed]) {
      const id = await createLetter(user, { recipientEmail });
      await askRecipients(user, id);
      if (recipientEmail === changed) await changeReach(user, id, { email: "other@example.org", secondEmail: changed });
    }
    expect(await outcomeOf((await writtenTo(kept, "recipient_confirmation"))[0]?.id)).toEqual(SENT);
    expect(await outcomeOf((await writtenTo(changed, "recipient_confirmation"))[0]?.id)).toEqual(DROPPED);
  });

  it.each<[string, (id: string, link: string) => Promise<unknown>]>([
    [
      "it was answered",
      async (_, link) => answerAddressQuestion((await findAddressQuestion(link)) ?? expect.unreachable(), "confirmed"),
    ],
    ["its letter was cancelled", (id) => cancelVault(user, id, WRITTEN_AT)],
  ])("to a recipient is dropped once %s, and not the one about another letter", async (_, end) => {
    const recipientEmail = `${createId()}@example.org`;
    const ids = [await createLetter(user, { recipientEmail }), await createLetter(user, { recipientEmail })];
    for (const id of ids) await askRecipients(user, id);
    const mails = await writtenTo(recipientEmail, "recipient_confirmation");
    const [ended, kept] = ids.map((id) => mails.find(({ vaultId }) => vaultId === id));
    await end(ids[0] ?? "", ended?.props.url.split("/").at(-1) ?? "");
    expect(await outcomeOf(ended?.id)).toEqual(DROPPED);
    expect(await outcomeOf(kept?.id)).toEqual(SENT);
  });
});

describe("a mail to the sender that was written and not yet sent", () => {
  /**
   * Of two letters that failed: for one a legacy contact was asked and gave an address, for the other no one is left.
   */
  async function createFailed() {
    const { user: other } = await createUser();
    const contact = await createContact(other, { updateEmail: true, receiveDuplicate: true });
    const [asked, held] = [await createFailedLetter(other), await createFailedLetter(user)];
    const address = { deliveryId: asked.delivery.id, email: `${createId()}@example.net` };
    expect(await correctAddress(await helperOf(contact.id, asked.id), address, DUE_AT)).toEqual({ ok: true });
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, asked.id));
    const mails = [
      ...(await writtenTo(other.email, "trying_another_way")),
      ...(await writtenTo(other.email, "proposed_address")),
      ...(await writtenTo(other.email, "legacy_wait")),
      ...(await writtenTo(user.email, "not_delivered")),
    ];
    expect(mails).toHaveLength(4);
    const cancel = async () => {
      expect(await cancelVault(other, asked.id, DUE_AT)).toMatchObject({ ok: true });
      expect(await cancelVault(user, held.id, DUE_AT)).toMatchObject({ ok: true });
    };
    const outcomes = () => Promise.all(mails.map(({ id }) => outcomeOf(id, LATER)));
    return { cancel, outcomes, held };
  }

  it("is sent while its vault is undelivered", async () => {
    expect(await (await createFailed()).outcomes()).toEqual([SENT, SENT, SENT, SENT]);
  });

  it("is dropped once its vault is cancelled", async () => {
    const { cancel, outcomes } = await createFailed();
    await cancel();
    expect(await outcomes()).toEqual([DROPPED, DROPPED, DROPPED, DROPPED]);
  });

  it("asks for no address that was given since", async () => {
    const { held, outcomes } = await createFailed();
    await readdress(user, held.id, { deliveryId: held.delivery.id, email: "right@example.net" }, DUE_AT);
    expect(await outcomes()).toEqual([SENT, SENT, SENT, DROPPED]);
  });

  it.each<[string, (due: Awaited<ReturnType<typeof createDueLetter>>) => Promise<unknown>, unknown]>([
    ["that says it was delivered", () => Promise.resolve(), SENT],
    ["is dropped once it has come back", ({ delivery }) => reportEvent(delivery.messageId, "bounced"), DROPPED],
    [
      "is dropped once it has come back and is cancelled",
      async ({ id, delivery }) => {
        await reportEvent(delivery.messageId, "bounced");
        await cancelVault(user, id, LATER);
      },
      DROPPED,
    ],
  ])("%s", async (_, change, outcome) => {
    const due = await createDueLetter(user);
    await sendMessage(due.delivery.messageId ?? "", "worker", DUE_AT);
    const [notice] = await writtenTo(user.email, "delivered_notice");
    await change(due);
    expect(await outcomeOf(notice?.id)).toEqual(outcome);
  });

  it.each([
    ["that a held vault will be deleted is sent", () => Promise.resolve(), SENT],
    [
      "that a held vault will be deleted is dropped once the vault goes to another address",
      (id: string, deliveryId: string) => readdress(user, id, { deliveryId, email: "right@example.net" }, LATER),
      DROPPED,
    ],
  ])("%s", async (_, change, outcome) => {
    const { id, delivery } = await createFailedLetter(user);
    await applyRetention(addYears(DUE_AT, 7));
    await change(id, delivery.id);
    const [mail] = await writtenTo(user.email, "ending_soon");
    expect(await outcomeOf(mail?.id, addYears(DUE_AT, 8))).toEqual(outcome);
  });

  it("with the certificate of its seal is dropped once its vault is cancelled", async () => {
    const [kept, cancelled] = [await createLetter(user), await createLetter(user)];
    await sealVault(user, kept);
    await sealVault(user, cancelled);
    await cancelVault(user, cancelled);
    const certificates = await writtenTo(user.email, "seal_certificate");
    const certificateOf = (id: string) => certificates.find(({ vaultId }) => vaultId === id)?.id;
    expect(await outcomeOf(certificateOf(kept))).toEqual(SENT);
    expect(await outcomeOf(certificateOf(cancelled))).toEqual(DROPPED);
  });
});

describe("a mail that was written and not yet sent", () => {
  type Mail = { id: string | undefined; end: () => Promise<unknown> };

  async function createTroubled(): Promise<Mail> {
    const recipientEmail = `${createId()}@example.org`;
    const vaultId = await createLetter(user, { recipientEmail });
    await askRecipients(user, vaultId);
    const [asked] = await writtenTo(recipientEmail, "recipient_confirmation");
    await inTransaction((tx) => recordReturnedQuestion(tx, asked?.id ?? "", new Date()));
    const mail = (await writtenTo(user.email, "address_trouble")).at(-1);
    return { id: mail?.id, end: () => changeReach(user, vaultId, { email: `${createId()}@example.org` }) };
  }

  /** Of an account of its own, whose recipient's address is fine. */
  async function createTroubledBackup(): Promise<Mail> {
    const { user: owner } = await createUser();
    const backupEmail = `${createId()}@example.org`;
    const vaultId = await createLetter(owner, { backupEmail });
    const { recipientEmail } = await storedVault(vaultId);
    const end = () => changeReach(owner, vaultId, { email: recipientEmail ?? "" });
    await inTransaction((tx) => saveAddressHealth(tx, vaultId, backupEmail, { domainStatus: "takes_none" }));
    return { id: await writeTroubleOf(owner, vaultId), end };
  }

  async function createTroubledContact(): Promise<Mail> {
    const { user: owner } = await createUser();
    const { id } = await createContact(owner);
    await db.update(legacyContacts).set({ domainStatus: "takes_none" }).where(eq(legacyContacts.id, id));
    return { id: await writeTroubleOf(owner, await createLetter(owner)), end: () => removeContact(owner, id) };
  }

  async function writeTroubleOf(owner: User, vaultId: string): Promise<string | undefined> {
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, owner.id));
    if (!profile) throw new Error("There is no profile.");
    const vault = await storedVault(vaultId);
    await inTransaction(async (tx) => {
      const others = await listOtherAddresses(tx, vault);
      const contacts = await listLegacyAddresses(tx, owner.id);
      const checked = { vault, addresses: [], others, status: null, content: undefined };
      await writeTrouble(tx, profile, [checked], { key: createId(), contacts }, new Date());
    });
    return (await writtenTo(owner.email, "address_trouble"))[0]?.id;
  }

  /** Of an account of its own, whose address was never verified. */
  async function createReminder(): Promise<Mail> {
    const { user: unverified } = await createUser({ verified: false });
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, unverified.id));
    if (!profile) throw new Error("There is no profile.");
    const vault = await storedVault(await createLetter(unverified));
    const checked = { vault, addresses: [], others: [], status: null, content: undefined };
    await inTransaction((tx) => writeVerifyReminder(tx, profile, [checked], createId(), new Date()));
    const [mail] = await writtenTo(unverified.email, "verify_reminder");
    const verified = { emailVerifiedAt: new Date() };
    return { id: mail?.id, end: () => db.update(profiles).set(verified).where(eq(profiles.id, unverified.id)) };
  }

  async function createErasure(): Promise<Mail> {
    const { user: leaving } = await createUser();
    await requestErasure(leaving, { waitingVaults: "deliver" });
    const [mail] = await writtenTo(leaving.email, "erasure_planned");
    return { id: mail?.id, end: () => stopErasure(leaving.id) };
  }

  async function createInvitation(): Promise<Mail> {
    const boardRecipients = [{ name: "Mia", email: `${createId()}@example.org` }];
    const board = await createLetter(user, { type: "memory-board", boardRecipients });
    const email = `${createId()}@example.org`;
    await inviteHost(user, board, { name: "Leo", email });
    const [mail] = await writtenTo(email, "host_invitation");
    return { id: mail?.id, end: () => removeHost(user, board, email) };
  }

  async function createStopped(): Promise<Mail> {
    const contact = await createContact(user, { answer: "none" });
    const [mail] = await writtenTo(contact.email, "legacy_invitation");
    return { id: mail?.id, end: () => block({ senderId: user.id, recipient: contact.email }) };
  }

  /** To a legacy contact whose thirty days have passed. */
  async function createOpened(): Promise<Mail> {
    const { contact, helper, id: vaultId } = await createUndeliverable({ viewContent: true });
    await requestView(helper, DUE_AT);
    await passLegacyWait(vaultId, addDays(DUE_AT, WAIT_DAYS));
    const request = await storedLegacyRequest(contact.id, "view");
    const [mail] = await writtenTo(contact.email, "legacy_open");
    return { id: mail?.id, end: () => stopLegacyRequest(request?.id ?? "", addDays(DUE_AT, WAIT_DAYS)) };
  }

  /** To a legacy contact, about the end of a held vault that they can read. */
  async function createEnding(): Promise<Mail> {
    const { contact, id: vaultId } = await createUndeliverable({ receiveDuplicate: true });
    await passLegacyWait(vaultId, addDays(DUE_AT, WAIT_DAYS));
    const heldUntil = addYears(DUE_AT, 7);
    await db.update(memories).set({ state: "held", heldUntil }).where(eq(memories.id, vaultId));
    await applyRetention(heldUntil);
    const request = await storedLegacyRequest(contact.id, "duplicate");
    const [mail] = await writtenTo(contact.email, "legacy_ending");
    return { id: mail?.id, end: () => stopLegacyRequest(request?.id ?? "", heldUntil) };
  }

  async function createGuestLink(end: (guest: Guest, board: Board) => Promise<unknown>): Promise<Mail> {
    const { code } = await createBoard();
    const [guest, email] = [await join(code, "Tom"), `${createId()}@example.org`];
    const board = (await findBoardOf(guest)) ?? expect.unreachable();
    await setGuestEmail(guest, board, email, WRITTEN_AT);
    const [mail] = await writtenTo(email, "guest_link");
    return { id: mail?.id, end: () => end(guest, board) };
  }

  async function createReport(): Promise<Mail> {
    const { user: host, id: boardId, code } = await createBoard();
    const board = (await findHostedBoard(host, boardId)) ?? expect.unreachable();
    const guest = await join(code, "Tom");
    for (const words of ["A joke", "Another joke"]) await postNote(guest, words);
    const [post, other] = await db.select().from(boardPosts).where(eq(boardPosts.vaultId, boardId));
    await reportPost(board, post?.id ?? "");
    const [mail] = await writtenTo(host.email, "board_report");
    await reportPost(board, other?.id ?? "");
    return { id: mail?.id, end: () => moderatePost(host, { vaultId: boardId, postId: post?.id ?? "" }, "hide") };
  }

  async function createReportToCoHost(): Promise<Mail> {
    const { user: host, id: boardId, code } = await createBoard();
    const { user: lena } = await createUser({ name: "Lena" });
    await inviteHost(host, boardId, { name: lena.name, email: lena.email });
    await acceptHosting(lena, boardId);
    await postNote(await join(code, "Tom"), "A joke");
    const [post] = await db.select().from(boardPosts).where(eq(boardPosts.vaultId, boardId));
    await reportPost((await findHostedBoard(host, boardId)) ?? expect.unreachable(), post?.id ?? "");
    const [mail] = await writtenTo(lena.email, "board_report");
    return { id: mail?.id, end: () => removeHost(host, boardId, lena.email) };
  }

  async function createBlockedNotice(): Promise<Mail> {
    const blocked = { senderId: user.id, recipient: `${createId()}@example.net` };
    await block(blocked);
    const { delivery } = await createDueLetter(user, { recipientEmail: blocked.recipient });
    const notices = await writtenTo(user.email, "blocked_notice");
    const mail = notices.find(({ uniqueKey }) => uniqueKey.includes(delivery.id));
    return { id: mail?.id, end: () => unblock(blocked) };
  }

  /** To a recipient who wrote first. */
  async function createAnswer(): Promise<Mail> {
    const { delivery } = await createDueLetter(user);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    for (const viewer of [{ openedDeliveryIds: [delivery.id] }, { user }]) {
      expect(await sendReply(delivery, { viewer })).toEqual({ ok: true });
    }
    const [mail] = await writtenTo(delivery.recipientEmail, "answer_notice");
    return { id: mail?.id, end: () => declineDelivery(delivery, LATER) };
  }

  async function createFreshLink(): Promise<Mail> {
    const { id: vaultId, delivery } = await createDueLetter(user);
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    await sendFreshLink((await findDeliveryByLink(openingLink(delivery))) ?? expect.unreachable(), DUE_AT);
    const [mail] = await writtenTo(delivery.recipientEmail, "fresh_link");
    const right = { deliveryId: delivery.id, email: `${createId()}@example.net` };
    const end = async () => {
      await reportEvent(delivery.messageId, "bounced");
      expect(await readdress(user, vaultId, right, LATER)).toEqual({ ok: true });
    };
    return { id: mail?.id, end };
  }

  async function createFreshHelpLink(): Promise<Mail> {
    const { contact, helper } = await createUndeliverable();
    await sendFreshHelpLink(helper, DUE_AT);
    const [mail] = await writtenTo(contact.email, "fresh_link");
    const isTheirs = eq(legacyContacts.id, contact.id);
    return { id: mail?.id, end: async () => db.update(legacyContacts).set({ linkVersion: 1 }).where(isTheirs) };
  }

  async function createDigest(): Promise<Mail> {
    const props = { name: user.name, upcoming: [], delivered: [], held: [], drafts: 1, url: "https://example.org" };
    const to = { name: user.name, email: user.email };
    const digest = { kind: "weekly_digest" as const, uniqueKey: `weekly_digest:${createId()}`, to, props };
    const id = await inTransaction((tx) => writeMessage(tx, digest, new Date()));
    return { id, end: () => changePreferences(user.id, { weeklyDigest: false }) };
  }

  it.each([
    ["warns of an address", createTroubled],
    ["warns of a backup contact's address", createTroubledBackup],
    ["warns of a legacy contact's address", createTroubledContact],
    ["asks to verify an address", createReminder],
    ["announces an erasure", createErasure],
    ["invites a co-host", createInvitation],
    ["comes from a sender whom no one has stopped", createStopped],
    ["says that the thirty days have passed", createOpened],
    ["says that what a contact can read will be deleted", createEnding],
    ["was not opted out of", createDigest],
    ["leads a guest to their board", () => createGuestLink((guest) => withdrawGuest(guest))],
    [
      "leads to the address of a guest",
      () => createGuestLink((guest, board) => setGuestEmail(guest, board, `${createId()}@example.org`, WRITTEN_AT)),
    ],
    ["says that a piece was reported", createReport],
    ["tells a co-host of a reported piece", createReportToCoHost],
    ["says that a recipient has blocked the sender", createBlockedNotice],
    ["says that the sender answered", createAnswer],
    ["replaces a link that has ended", createFreshLink],
    ["replaces a link to help", createFreshHelpLink],
  ])("and %s is sent while that is still so, and dropped otherwise", async (_, create) => {
    expect(await outcomeOf((await create()).id)).toEqual(SENT);
    const { id, end } = await create();
    await end();
    expect(await outcomeOf(id)).toEqual(DROPPED);
  });

  it("and says that the sender answered is sent again", async () => {
    const { id = "" } = await createAnswer();
    await repeat(id);
    expect(await outcomeOf(id)).toEqual(SENT);
  });
});

/** As if the provider had not delivered it. */
async function repeat(id: string) {
  await db
    .update(messages)
    .set({ uniqueKey: sql`concat(${messages.uniqueKey}, '~1')` })
    .where(eq(messages.id, id));
}

describe("a code or link that was written and not yet sent", () => {
  type Sent = { first: string | undefined; end: () => Promise<unknown> };
  const soon = () => addMinutes(new Date(), 1);

  async function requestCode(end: (byLink: DeliveryByLink, code: string) => Promise<unknown>): Promise<Sent> {
    const { delivery } = await createDueLetter(user);
    const byLink = (await findDeliveryByLink(openingLink(delivery))) as DeliveryByLink;
    await sendOpeningCode(byLink, "a browser");
    const [first] = await writtenTo(delivery.recipientEmail, "opening_code");
    return { first: first?.id, end: () => end(byLink, first?.props.code ?? "") };
  }

  async function requestLinkToLogIn(end: (token: string) => Promise<unknown>): Promise<Sent> {
    for (const isOn of [false, true]) await changeMailLinks(user.id, isOn, "a browser");
    await answerPasswordReset(await requestSignInLink(user.email));
    const first = (await writtenTo(user.email, "sign_in_link")).at(-1);
    const token = await mailedToken(user.email, "sign_in_link");
    return { first: first?.id, end: () => end(token) };
  }

  async function requestNewEmail(end: (newEmail: string) => Promise<unknown>): Promise<Sent> {
    const newEmail = `${createId()}@example.net`;
    await requestEmailChange(user, newEmail);
    const [first] = await writtenTo(newEmail, "change_email");
    return { first: first?.id, end: () => end(newEmail) };
  }

  it.each<[string, () => Promise<Sent>]>([
    ["code that was used", () => requestCode((link, code) => redeemOpeningCode(link, "a browser", code))],
    [
      "code that a newer one replaced",
      () => requestCode((link) => sendOpeningCode(link, "a browser", addSeconds(new Date(), 11))),
    ],
    ["link that logged in", () => requestLinkToLogIn((token) => redeemSignInLink(token, "a browser"))],
    [
      "link to log in that a newer one replaced",
      () =>
        requestLinkToLogIn(async () =>
          answerPasswordReset(await requestSignInLink(user.email), addSeconds(new Date(), 11)),
        ),
    ],
    [
      "link that changed an email",
      () => requestNewEmail(async (newEmail) => confirmEmailChange(user, await mailedToken(newEmail, "change_email"))),
    ],
    [
      "link to an email that was replaced",
      () => requestNewEmail(() => requestEmailChange(user, `${createId()}@a.org`)),
    ],
  ])("is sent while it works, and dropped when it is a %s", async (_, request) => {
    expect(await outcomeOf((await request()).first, soon())).toEqual(SENT);
    const { first, end } = await request();
    await end();
    expect(await outcomeOf(first, soon())).toEqual(DROPPED);
  });

  it("is sent again while it works", async () => {
    const { first = "" } = await requestCode(() => Promise.resolve());
    await repeat(first);
    expect(await outcomeOf(first, soon())).toEqual(SENT);
  });
});

it("tells the sender again when a corrected letter arrives", async () => {
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  await reportEvent(delivery.messageId, "bounced");
  await readdress(user, id, { deliveryId: delivery.id, email: "right@example.net" }, LATER);
  await sendMessage((await deliveriesOf(id))[0]?.messageId ?? "", "worker", LATER);
  expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(2);
});
