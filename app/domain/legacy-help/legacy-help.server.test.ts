import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours } from "date-fns";
import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findReadings, recordOpening } from "~/domain/access/opening.server";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { WRONG_CODES_AT_MOST } from "~/domain/codes/one-time-code.server";
import { withCurrentWording } from "~/domain/delivery/current-wording.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { readdress } from "~/domain/delivery/readdress.server";
import { sendToProposedAddresses } from "~/domain/delivery/send-to-proposed.server";
import { stopProposedAddress } from "~/domain/delivery/stop-proposed-address.server";
import { listContacts, setPermissions } from "~/domain/legacy/contacts.server";
import { answerInvitation } from "~/domain/legacy/invitation.server";
import { CONTACT_STATES, PERMISSIONS, WAIT_DAYS } from "~/domain/legacy/legacy";
import { helpLink, legacyLink } from "~/domain/legacy/legacy-links.server";
import { createLegacyRequest } from "~/domain/legacy/legacy-requests.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { readProps } from "~/domain/outbox/message.server";
import { block } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { viewReplyMedia } from "~/domain/reply/view-reply-media.server";
import { describeEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { renderEmail } from "~/emails/catalogue";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import {
  boardGuests,
  deliveries,
  deliveryEvents,
  legacyContacts,
  legacyWaits,
  memories,
  proposedAddresses,
} from "~db/schema";
import { createBoard, join } from "../../../tests/factories/board";
import { onOneServer } from "../../../tests/factories/cluster";
import {
  ALL_PERMISSIONS,
  askAbout,
  createContact,
  createUndeliverable,
  helperOf,
  NO_PERMISSIONS,
  passLegacyWait,
  sendLegacyNotices,
  storedLegacyRequest,
} from "../../../tests/factories/legacy";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { sendReply } from "../../../tests/factories/reply";
import { waitsForLock } from "../../../tests/factories/statements";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { advanceLegacyRequests } from "./advance-legacy-requests.server";
import { correctAddress, requestView } from "./contact-actions.server";
import {
  findHelperByLink,
  findHelperByReplacedLink,
  isHelper,
  loadHelp,
  redeemHelperCode,
  sendHelperCode,
} from "./help.server";
import { sendFreshHelpLink } from "./replaced-help-link.server";
import { findLegacyRequestByLink, stopLegacyRequest } from "./stop-legacy-request.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";

const daysOn = (days: number) => addDays(DUE_AT, days);
const OPENS_AT = daysOn(WAIT_DAYS);
const JUST_BEFORE = new Date(OPENS_AT.getTime() - 1);
/** As the page does: views, records, then sends. */
const reads = async (contactId: string, id: string, now: Date) => {
  const viewed = await viewVault({ openedContactIds: [contactId] }, id, now);
  return viewed && (await recordReading(viewed, now)) ? viewed.vault.message : undefined;
};
const sees = async (contactId: string, id: string, now: Date) => {
  await passLegacyWait(id, now);
  return reads(contactId, id, now);
};
const sendWaiting = async (email: string) => {
  for (const { id } of await writtenTo(email, "proposed_address")) await sendMessage(id, "worker", daysOn(5));
};
const areLegacyReminders = async (email: string) =>
  (await writtenTo(email, "legacy_wait")).map(({ uniqueKey }) => uniqueKey.endsWith(":reminder"));
const LETTER = "Dear Mia, by now you can read this yourself.";

describe("asking legacy contacts", () => {
  it("writes only to contacts who accepted and have a permission", async () => {
    const { user: owner } = await createUser({ name: "Ada" });
    const allowed = await createContact(owner, { updateEmail: true });
    const others = [
      await createContact(owner, { answer: "none", updateEmail: true }),
      await createContact(owner, { answer: "decline", updateEmail: true }),
      await createContact(owner, NO_PERMISSIONS),
    ];
    const recipient = await createContact(owner, ALL_PERMISSIONS);
    const { id, delivery } = await createFailedLetter(owner, { title: "Secret", recipientEmail: recipient.email });
    const [messageId, ...more] = await askAbout(delivery);
    expect(more).toEqual([]);
    const [mail] = await writtenTo(allowed.email, "legacy_request");
    expect(mail).toMatchObject({ id: messageId, vaultId: id });
    expect(mail?.props).toEqual({
      name: "Eva Sommer",
      ownerName: "Ada",
      recipientName: "Mia",
      url: expect.stringContaining(`/legacy/${helpLink({ contactId: allowed.id, vaultId: id, linkVersion: 0 })}`),
      unsubscribeUrl: expect.stringContaining("/stop/"),
    });
    for (const { email } of [...others, recipient]) expect(await writtenTo(email, "legacy_request")).toEqual([]);
  });

  it("asks and records once a day, also concurrently", async () => {
    const { contact, delivery, id } = await createUndeliverable();
    await Promise.all([askAbout(delivery), askAbout(delivery), askAbout(delivery)]);
    expect(await writtenTo(contact.email, "legacy_request")).toHaveLength(1);
    expect((await recordOf(id)).filter((kind) => kind === "legacy_asked")).toHaveLength(1);
    expect((await askAbout(delivery, daysOn(1))).length).toBe(1);
    expect(await writtenTo(contact.email, "legacy_request")).toHaveLength(2);
  });

  it("sends nothing without contacts", async () => {
    const { user } = await createUser();
    const { delivery } = await createFailedLetter(user);
    expect(await askAbout(delivery)).toEqual([]);
  });
});

describe("too many wrong codes", () => {
  it("replace all links of the contact, who is mailed a fresh one", async () => {
    const { contact, helper, id } = await createUndeliverable();
    await sendHelperCode(helper, "another browser", new Date(DUE_AT.getTime() - 1));
    const early = (await writtenTo(contact.email, "opening_code"))[0]?.props.code ?? "";
    let answer: Awaited<ReturnType<typeof redeemHelperCode>> | undefined;
    for (let count = 0; count < WRONG_CODES_AT_MOST; count += 1) {
      const at = new Date(DUE_AT.getTime() + count);
      if (count % 5 === 0) await sendHelperCode(helper, BROWSER, at);
      const code = (await writtenTo(contact.email, "opening_code")).at(-1)?.props.code;
      answer = await redeemHelperCode(helper, BROWSER, code === "000000" ? "000001" : "000000", at);
    }
    expect(answer).toEqual({ ok: false, reason: "link_replaced" });
    const link = (linkVersion: number) => helpLink({ contactId: contact.id, vaultId: id, linkVersion });
    expect(await findHelperByLink(link(0))).toBeUndefined();
    expect(await findHelperByReplacedLink(link(0))).toMatchObject({ contactId: contact.id, linkVersion: 1 });
    for (const other of [link(1), link(2), `${link(0)}x`])
      expect(await findHelperByReplacedLink(other)).toBeUndefined();

    const mails = await writtenTo(contact.email, "fresh_link");
    expect(mails.map(({ props }) => props)).toEqual([
      {
        recipientName: "Eva Sommer",
        senderName: "Ada",
        url: expect.stringMatching(new RegExp(`/legacy/${link(1)}$`)),
        opens: "help",
        unsubscribeUrl: expect.stringContaining("/stop/"),
      },
    ]);
    const fresh = (await findHelperByLink(link(1))) ?? expect.unreachable();
    const refused = await redeemHelperCode(fresh, "another browser", early, new Date(DUE_AT.getTime() + 100));
    expect(refused).toEqual({ ok: false, reason: "expired" });
    await sendHelperCode(fresh, BROWSER, daysOn(1));
    const right = (await writtenTo(contact.email, "opening_code")).at(-1)?.props.code ?? "";
    expect((await redeemHelperCode(fresh, BROWSER, right, daysOn(1))).ok).toBe(true);
  });
});

it("a fresh link is mailed once when the button is pressed twice, and again later", async () => {
  const { contact, helper } = await createUndeliverable();
  const mails = async () => (await writtenTo(contact.email, "fresh_link")).length;
  await Promise.all([sendFreshHelpLink(helper, DUE_AT), sendFreshHelpLink(helper, DUE_AT)]);
  expect(await mails()).toBe(1);
  await sendFreshHelpLink(helper, daysOn(1));
  expect(await mails()).toBe(2);
});

describe("the page behind the link", () => {
  it("is open only to the contact with the code or a verified account", async () => {
    const { contact, helper } = await createUndeliverable();
    await sendHelperCode(helper, BROWSER, DUE_AT);
    const code = (await writtenTo(contact.email, "opening_code"))[0]?.props.code ?? "";
    expect(
      await redeemHelperCode(
        helper,
        BROWSER,
        code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
    ).toMatchObject({ ok: false });
    const opened = await redeemHelperCode(helper, BROWSER, code, DUE_AT);
    const session = opened.ok ? await findReadings([opened.token], DUE_AT) : {};
    expect(session).toMatchObject({ openedDeliveryIds: [], claimedDeliveryIds: [], openedContactIds: [contact.id] });
    expect(isHelper(session, helper)).toBe(true);
    const account = { id: "eva", email: contact.email, isEmailVerified: true };
    expect(isHelper({ user: account }, helper)).toBe(true);
    expect(isHelper({ user: { ...account, isEmailVerified: false } }, helper)).toBe(false);
    expect(isHelper({ openedContactIds: ["another"], openedDeliveryIds: [contact.id] }, helper)).toBe(false);
    expect(isHelper({}, helper)).toBe(false);
  });

  it("shows the recipient, the email only where it may be corrected, and no content", async () => {
    const { helper, id, delivery } = await createUndeliverable({ viewContent: true });
    const title = decryptTitle(await storedVault(id));
    const help = await loadHelp(helper, DUE_AT);
    expect(help).toMatchObject({ status: "undelivered", recipientNames: ["Mia"], dueOn: "2031-06-14" });
    expect(help?.failed).toEqual([
      { deliveryId: delivery.id, recipientName: "Mia", recipientEmail: null, proposal: null },
    ]);
    expect(JSON.stringify(help)).not.toContain(title);
  });

  it("has its dates in the vault's zone, and so has the owner's page", async () => {
    const { user: owner } = await createUser();
    const contact = await createContact(owner, { viewContent: true });
    // At nine in UTC, of the next day.
    const evening = { deliveryDate: "2031-06-13", deliveryHour: 23, deliveryZone: "Pacific/Honolulu" };
    const helper = await helperOf(contact.id, (await createFailedLetter(owner, evening)).id);
    await requestView(helper, DUE_AT);
    expect(await loadHelp(helper, DUE_AT)).toMatchObject({ dueOn: "2031-06-13", view: { opensOn: "2031-07-13" } });
    const request = await storedLegacyRequest(contact.id, "view");
    expect(await findLegacyRequestByLink(legacyLink("stop", request?.id ?? ""))).toMatchObject({
      opensOn: "2031-07-13",
    });
  });

  it("does not show the email of a board's guest, who was told that only the host sees it", async () => {
    const board = await createBoard({ boardRecipients: [{ name: "Otto", email: "otto@example.net" }] });
    const contact = await createContact(board.user, ALL_PERMISSIONS);
    const tom = await join(board.code, "Tom");
    await db
      .update(boardGuests)
      .set({ email: "tom@example.net", emailConfirmedAt: WRITTEN_AT })
      .where(eq(boardGuests.id, tom.id));
    await deliverVault(board.id, DUE_AT);
    for (const { messageId } of await deliveriesOf(board.id))
      await reportEvent(messageId, "bounced", "550 no such user");
    expect(await loadHelp(await helperOf(contact.id, board.id), DUE_AT)).toMatchObject({
      failed: [
        { recipientName: "Otto", recipientEmail: "otto@example.net" },
        { recipientName: "Tom", recipientEmail: null },
      ],
    });
  });

  it("lists no one who has blocked the owner since", async () => {
    const { helper, delivery } = await createUndeliverable();
    await block({ senderId: delivery.senderId, recipient: delivery.recipientEmail }, DUE_AT);
    expect(await loadHelp(helper, DUE_AT)).toMatchObject({ status: "undelivered", failed: [] });
    const corrected = await correctAddress(helper, { deliveryId: delivery.id, email: "right@mia.example" }, DUE_AT);
    expect(corrected).toEqual({ ok: false, reason: "not_needed" });
  });

  it("exists only for vaults of that owner, and not before their day", async () => {
    const { user: owner } = await createUser({ vaultLimit: 2 });
    const contact = await createContact(owner, ALL_PERMISSIONS);
    const { user: other } = await createUser();
    const foreign = await createFailedLetter(other);
    const early = await createLetter(owner);
    for (const id of [foreign.id, early]) {
      expect(await findHelperByLink(helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 }))).toBeUndefined();
    }
  });
});

describe("what a legacy contact can do", () => {
  const SITUATIONS = ["held", "on its way", "arrived", "opened"] as const;
  const cases = CONTACT_STATES.flatMap((state) =>
    [...PERMISSIONS, "none" as const].flatMap((permission) =>
      SITUATIONS.map((situation) => ({ state, permission, situation })),
    ),
  );

  it("follows from state, permission and situation", async () => {
    const { contact, helper, delivery, id } = await createUndeliverable({
      ...ALL_PERMISSIONS,
      receiveDuplicate: false,
    });
    const arrange = {
      held: ["held", "bounced"],
      "on its way": ["delivering", "queued"],
      arrived: ["delivered", "arrived"],
      opened: ["held", "opened"],
    } as const;
    const wrong: string[] = [];
    for (const { state, permission, situation } of cases) {
      const [vaultState, deliveryState] = arrange[situation];
      await db.update(memories).set({ state: vaultState }).where(eq(memories.id, id));
      await db.update(deliveries).set({ state: deliveryState }).where(eq(deliveries.id, delivery.id));
      const permissions = { ...NO_PERMISSIONS, ...(permission !== "none" && { [permission]: true }) };
      await db
        .update(legacyContacts)
        .set({ state, ...permissions })
        .where(eq(legacyContacts.id, contact.id));
      const isFree = state === "accepted" && situation === "held";
      const corrected = await correctAddress(
        helper,
        { deliveryId: delivery.id, email: delivery.recipientEmail },
        DUE_AT,
      );
      await db.update(memories).set({ state: vaultState }).where(eq(memories.id, id));
      await db.update(deliveries).set({ state: deliveryState }).where(eq(deliveries.id, delivery.id));
      const asked = await requestView(helper, DUE_AT);
      const read = await sees(contact.id, id, OPENS_AT);
      const name = `${state}, ${permission}, ${situation}`;
      if (corrected.ok !== (isFree && permission === "updateEmail")) wrong.push(`correct: ${name}`);
      if (asked !== (isFree && permission === "viewContent")) wrong.push(`ask: ${name}`);
      if ((read === LETTER) !== (isFree && permission === "viewContent")) wrong.push(`read: ${name}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("correcting an email", () => {
  it("tells the owner first, and redelivers in the contact's name after 72 hours", async () => {
    const { owner, helper, delivery, id } = await createUndeliverable();
    const before = openingLink(delivery);
    const corrected = await correctAddress(helper, { deliveryId: delivery.id, email: "right@mia.example" }, DUE_AT);
    expect(corrected).toEqual({ ok: true });
    const [told] = await writtenTo(owner.email, "proposed_address");
    expect(told?.props).toMatchObject({ contactName: "Eva Sommer", recipientEmail: "right@mia.example" });
    await sendMessage(told?.id ?? "", "worker", DUE_AT);
    expect(await writtenTo("right@mia.example", "delivery")).toEqual([]);
    await sendToProposedAddresses(daysOn(4));
    expect((await storedVault(id)).state).toBe("delivering");
    expect(await writtenTo("right@mia.example", "delivery")).toHaveLength(1);
    expect(await findDeliveryByLink(before)).toBeUndefined();
    const events = await listEvents(id);
    const line = events.find(({ kind }) => kind.startsWith("readdressed"));
    expect(line && describeEvent(line)).toBe(
      "Three days have passed, so we’re sending it to the address your legacy contact Eva Sommer gave for Mia.",
    );
    expect(await correctAddress(helper, { deliveryId: delivery.id, email: "again@mia.example" }, DUE_AT)).toEqual({
      ok: false,
      reason: "not_needed",
    });
  });

  it("shows every contact a waiting address, and tells the one whose address was stopped", async () => {
    const { owner, helper, delivery, id } = await createUndeliverable();
    const another = await helperOf((await createContact(owner, { updateEmail: true })).id, id);
    const shown = async () =>
      Promise.all(
        [helper, another].map(async (one) => (await loadHelp(one, DUE_AT))?.failed.map(({ proposal }) => proposal)),
      );
    expect(await shown()).toEqual([[null], [null]]);
    await correctAddress(helper, { deliveryId: delivery.id, email: "right@mia.example" }, DUE_AT);
    expect(await shown()).toEqual([["waiting"], ["waiting"]]);
    const [proposal] = await db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, id));
    await stopProposedAddress({ id: proposal?.id ?? "", vaultId: id }, DUE_AT);
    expect(await shown()).toEqual([["stopped"], [null]]);
    const again = { deliveryId: delivery.id, email: "again@mia.example" };
    expect(await correctAddress(helper, again, DUE_AT)).toEqual({ ok: false, reason: "not_needed" });
    expect(await correctAddress(another, again, DUE_AT)).toEqual({ ok: true });
  });

  it("refuses emails of the owner's contacts and deliveries of other vaults", async () => {
    const { owner, contact, helper, delivery, id } = await createUndeliverable();
    const another = await createContact(owner);
    for (const { email } of [contact, another]) {
      const corrected = await correctAddress(helper, { deliveryId: delivery.id, email }, DUE_AT);
      expect(corrected).toEqual({ ok: false, reason: "contacts_own" });
    }
    const { user: other } = await createUser();
    const foreign = await createFailedLetter(other);
    const input = { deliveryId: foreign.delivery.id, email: "x@mia.example" };
    expect(await correctAddress(helper, input, DUE_AT)).toEqual({ ok: false, reason: "not_allowed" });
    expect((await deliveriesOf(id))[0]?.state).toBe("failed");
    const { email } = await createContact(other);
    expect(await correctAddress(helper, { deliveryId: delivery.id, email }, DUE_AT)).toEqual({ ok: true });
  });

  it("writes one mail to the owner when two contacts correct it at once", async () => {
    const { helper, delivery, id } = await createUndeliverable();
    const answers = await Promise.all(
      ["one@mia.example", "two@mia.example"].map((email) =>
        correctAddress(helper, { deliveryId: delivery.id, email }, DUE_AT),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await recordOf(id)).filter((kind) => kind === "address_proposed")).toHaveLength(1);
  });
});

describe("reading as a legacy contact", () => {
  async function asked(overrides: Parameters<typeof createUndeliverable>[0] = { viewContent: true }) {
    const undeliverable = await createUndeliverable(overrides);
    expect(await requestView(undeliverable.helper, DUE_AT)).toBe(true);
    const wait = await storedLegacyRequest(undeliverable.contact.id, "view");
    return { ...undeliverable, legacyRequestId: wait?.id ?? "" };
  }

  it("opens after thirty days to the millisecond and records the first reading", async () => {
    const { contact, id, owner, helper } = await asked();
    expect(await requestView(helper, daysOn(3))).toBe(true);
    expect(await writtenTo(owner.email, "legacy_wait")).toHaveLength(1);
    const other = await createContact(owner, ALL_PERMISSIONS);
    expect(await loadHelp(await helperOf(other.id, id), daysOn(3))).toMatchObject({ view: "none" });
    expect(await sees(contact.id, id, JUST_BEFORE)).toBeUndefined();
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    expect((await recordOf(id)).filter((kind) => kind === "legacy_read")).toHaveLength(1);
    expect(await viewVault({}, id, OPENS_AT)).toBeUndefined();
    expect(await viewVault({ openedContactIds: ["another"] }, id, OPENS_AT)).toBeUndefined();
  });

  it("opens a sealed vault that its owner cannot read", async () => {
    const { user: owner } = await createUser();
    const contact = await createContact(owner, { viewContent: true });
    const id = await createLetter(owner);
    await sealVault(owner, id, WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    const [delivery] = await deliveriesOf(id);
    await reportEvent(delivery?.messageId ?? null, "bounced");
    expect(await requestView(await helperOf(contact.id, id), DUE_AT)).toBe(true);
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    expect((await viewVault({ user: owner }, id, OPENS_AT))?.vault.message).toBe("");
  });

  it.each([
    ["future-self", "What you kept for yourself", "what Ada Lane kept for their future self"],
    ["memory-board", "What you kept for everyone on the board", "what Ada Lane kept for everyone on the board"],
  ] as const)("speaks to owner and contact of whom a %s was for", async (type, toOwner, toContact) => {
    const { user: owner } = await createUser({ name: "Ada Lane" });
    const contact = await createContact(owner, { viewContent: true });
    const boardRecipients = [{ name: "Leo", email: "leo@example.net" }];
    const id = await createLetter(owner, { type, ...(type === "memory-board" && { boardRecipients }) });
    await deliverVault(id, DUE_AT);
    for (const { messageId } of await deliveriesOf(id)) await reportEvent(messageId, "bounced");
    expect(await requestView(await helperOf(contact.id, id), DUE_AT)).toBe(true);
    const [notice] = await writtenTo(owner.email, "legacy_wait");
    const { text } = renderEmail("legacy_wait", notice?.props);
    expect(text).toContain(toOwner);
    expect(text).not.toContain("Ada Lane");
    await sendLegacyNotices(id);
    await advanceLegacyRequests(OPENS_AT);
    const [opened] = await writtenTo(contact.email, "legacy_open");
    expect(renderEmail("legacy_open", opened?.props).text.replace(/\s+/g, " ")).toContain(toContact);
  });

  it("notifies the owner twice, and the contact when it opens, after any downtime", async () => {
    const { contact, owner, id } = await asked();
    await sendLegacyNotices(id);
    const areReminders = () => areLegacyReminders(owner.email);
    await advanceLegacyRequests(daysOn(22));
    expect(await areReminders()).toEqual([false]);
    await Promise.all([advanceLegacyRequests(daysOn(23)), advanceLegacyRequests(daysOn(23))]);
    expect(await areReminders()).toEqual([false, true]);
    await advanceLegacyRequests(JUST_BEFORE);
    expect(await writtenTo(contact.email, "legacy_open")).toEqual([]);
    await Promise.all([advanceLegacyRequests(daysOn(90)), advanceLegacyRequests(daysOn(90))]);
    expect(await writtenTo(contact.email, "legacy_open")).toHaveLength(1);
    expect(await areReminders()).toEqual([false, true]);
  });

  it("that cannot be advanced is tried again in an hour, and puts off no other", async () => {
    const [failing, other] = [await asked(), await asked()];
    for (const { id } of [failing, other]) await sendLegacyNotices(id);
    await db.update(legacyWaits).set({ nextStepAt: DUE_AT }).where(eq(legacyWaits.id, failing.legacyRequestId));
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    const failure = vi.spyOn(db, "transaction").mockRejectedValueOnce(new Error("Lock wait timeout exceeded"));
    await advanceLegacyRequests(daysOn(23));
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    failure.mockRestore();
    expect(await areLegacyReminders(failing.owner.email)).toEqual([false]);
    expect(await areLegacyReminders(other.owner.email)).toEqual([false, true]);
    await advanceLegacyRequests(addHours(daysOn(23), 1));
    expect(await areLegacyReminders(failing.owner.email)).toEqual([false, true]);
  });

  it("gives the owner thirty days from when their notice has left, and names the day it opens", async () => {
    const { contact, owner, id } = await asked();
    const [notice] = await writtenTo(owner.email, "legacy_wait");
    await advanceLegacyRequests(daysOn(2));
    expect(await storedLegacyRequest(contact.id, "view")).toMatchObject({ state: "waiting", opensAt: daysOn(32) });
    await advanceLegacyRequests(daysOn(40));
    expect(await reads(contact.id, id, daysOn(40))).toBeUndefined();
    expect(await storedLegacyRequest(contact.id, "view")).toMatchObject({ state: "waiting", opensAt: daysOn(70) });
    const late = notice && (await withCurrentWording({ ...notice, attemptedAt: daysOn(45) }));
    expect(late && readProps(late)).toMatchObject({ opensOn: "2031-08-28" });
    await sendMessage(notice?.id ?? "", "worker", daysOn(45));
    await advanceLegacyRequests(daysOn(70));
    await advanceLegacyRequests(new Date(daysOn(75).getTime() - 1));
    expect(await areLegacyReminders(owner.email)).toEqual([false, true]);
    expect(await reads(contact.id, id, daysOn(75))).toBeUndefined();
    await advanceLegacyRequests(daysOn(75));
    expect(await reads(contact.id, id, daysOn(75))).toBe(LETTER);
  });

  it("ends once the contact withdraws or may not read, and the owner's link says that it did not arrive", async () => {
    for (const end of ["steps back", "may not read"]) {
      const { owner, contact, id, legacyRequestId } = await asked();
      const found = () => findLegacyRequestByLink(legacyLink("stop", legacyRequestId));
      expect(await found()).toMatchObject({ state: "waiting", isAllowed: true });
      if (end === "steps back") await answerInvitation({ contactId: contact.id }, "decline", daysOn(1));
      else await setPermissions(owner, contact.id, NO_PERMISSIONS, daysOn(1));
      expect(await found(), end).toMatchObject({ state: "over", isAllowed: false });
      const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
      expect((await findHelperByLink(link)) !== undefined, end).toBe(end === "may not read");
    }
  });

  it("is stopped for good by the owner's link, before and after it opens", async () => {
    for (const at of [daysOn(10), daysOn(40)]) {
      const { owner, contact, id, helper, legacyRequestId } = await asked();
      if (at > OPENS_AT) expect(await sees(contact.id, id, at)).toBe(LETTER);
      expect(await findLegacyRequestByLink(legacyLink("stop", legacyRequestId))).toMatchObject({
        contactName: "Eva Sommer",
      });
      expect(await stopLegacyRequest(legacyRequestId, at)).toBe(true);
      expect(await stopLegacyRequest(legacyRequestId, at)).toBe(false);
      expect(await sees(contact.id, id, daysOn(60))).toBeUndefined();
      await setPermissions(owner, contact.id, NO_PERMISSIONS, daysOn(60));
      await setPermissions(owner, contact.id, ALL_PERMISSIONS, daysOn(60));
      expect(await requestView(helper, daysOn(60))).toBe(false);
      expect(await sees(contact.id, id, daysOn(120))).toBeUndefined();
      await advanceLegacyRequests(daysOn(120));
      expect(await writtenTo(contact.email, "legacy_open")).toHaveLength(at > OPENS_AT ? 1 : 0);
    }
  });

  it("is stopped with the copy that the contact would get, whichever link the owner uses", async () => {
    for (const kind of ["view", "duplicate"] as const) {
      const { contact, id, helper } = await asked({ viewContent: true, receiveDuplicate: true });
      const stopped = await storedLegacyRequest(contact.id, kind);
      expect(await stopLegacyRequest(stopped?.id ?? "", daysOn(1))).toBe(true);
      expect((await recordOf(id)).filter((line) => line === "legacy_stopped")).toHaveLength(1);
      expect(await loadHelp(helper, daysOn(2))).toMatchObject({ view: "stopped", duplicate: "stopped" });
      expect(await requestView(helper, daysOn(2))).toBe(false);
      expect(await sees(contact.id, id, daysOn(60))).toBeUndefined();
    }
  });

  type Asked = { owner: User; contactId: string; vaultId: string; deliveryId: string; requestId: string };
  it.each<[string, ("contactId" | "vaultId")[], (asked: Asked) => Promise<unknown>]>([
    ["the owner stops it", ["contactId", "vaultId"], ({ requestId }) => stopLegacyRequest(requestId, daysOn(1))],
    [
      "the recipient opens the letter",
      ["vaultId"],
      ({ deliveryId: id, vaultId }) => inTransaction((tx) => recordOpening(tx, { id, vaultId }, daysOn(1))),
    ],
    [
      "the owner cancels the vault",
      ["vaultId"],
      async ({ owner, vaultId }) => {
        await db.update(memories).set({ state: "held" }).where(eq(memories.id, vaultId));
        await cancelVault(owner, vaultId, daysOn(1));
      },
    ],
    [
      "the contact may no longer read",
      ["contactId"],
      ({ owner, contactId }) => setPermissions(owner, contactId, NO_PERMISSIONS, daysOn(1)),
    ],
  ])("ends when %s, and no other request does", async (_, scope, end) => {
    const { user: owner } = await createUser({ vaultLimit: 2 });
    const may = { viewContent: true };
    const contacts = [await createContact(owner, may), await createContact(owner, may)];
    const letters = [await createFailedLetter(owner), await createFailedLetter(owner)];
    for (const { id: contactId } of contacts) {
      for (const { id } of letters) expect(await requestView(await helperOf(contactId, id), DUE_AT)).toBe(true);
    }
    const ofContacts = inArray(
      legacyWaits.contactId,
      contacts.map(({ id }) => id),
    );
    const requests = () => db.select().from(legacyWaits).where(ofContacts);
    const [first, ...others] = await requests();
    expect(others).toHaveLength(3);
    const { id: requestId, contactId, vaultId } = first ?? expect.unreachable();
    const [delivery] = await deliveriesOf(vaultId);
    await end({ owner, contactId, vaultId, deliveryId: delivery?.id ?? "", requestId });
    const after = await requests();
    expect(after.filter(({ state }) => state !== "waiting")).toEqual(
      after.filter((request) => scope.every((column) => request[column] === first?.[column])),
    );
  });

  it("begins anew once it has opened and the letter came back from another address, unless it was stopped", async () => {
    for (const isStopped of [false, true]) {
      const { owner, contact, id, helper, delivery, legacyRequestId } = await asked();
      expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
      if (isStopped) await stopLegacyRequest(legacyRequestId, OPENS_AT);
      await readdress(owner, id, { deliveryId: delivery.id, email: "right@mia.example" }, OPENS_AT);
      const [again] = await deliveriesOf(id);
      await reportEvent(again?.messageId ?? null, "bounced");
      expect(await sees(contact.id, id, daysOn(40))).toBeUndefined();
      expect(await requestView(helper, daysOn(40))).toBe(!isStopped);
      expect(await sees(contact.id, id, daysOn(70))).toBe(isStopped ? undefined : LETTER);
    }
  });

  it("can no longer be asked for once the owner stopped the copy", async () => {
    const { contact, id, helper } = await createUndeliverable({ viewContent: true, receiveDuplicate: true });
    await stopLegacyRequest((await storedLegacyRequest(contact.id, "duplicate"))?.id ?? "", daysOn(1));
    expect(await loadHelp(helper, daysOn(2))).toMatchObject({ view: "stopped" });
    expect(await requestView(helper, daysOn(2))).toBe(false);
    expect(await sees(contact.id, id, daysOn(60))).toBeUndefined();
  });

  onOneServer("is stopped with a copy that is just beginning", async () => {
    const { contact, id, legacyRequestId } = await asked({ viewContent: true });
    const stop = await inTransaction(async (tx) => {
      const [locked] = await tx.select().from(legacyContacts).where(eq(legacyContacts.id, contact.id)).for("update");
      const result = stopLegacyRequest(legacyRequestId, daysOn(1));
      await waitsForLock("legacy_contacts");
      if (locked) await createLegacyRequest(tx, await storedVault(id), locked, "duplicate", daysOn(1));
      return { result };
    });
    expect(await stop.result).toBe(true);
    expect(await storedLegacyRequest(contact.id, "duplicate")).toMatchObject({ state: "stopped" });
  });

  it("is shown and recorded only if it came before a concurrent stop", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { contact, id, legacyRequestId } = await asked();
      await passLegacyWait(id, OPENS_AT);
      const [read] = await Promise.all([reads(contact.id, id, OPENS_AT), stopLegacyRequest(legacyRequestId, OPENS_AT)]);
      const lines = (await recordOf(id)).filter((kind) => kind === "legacy_read" || kind === "legacy_stopped");
      expect(lines).toEqual(read ? ["legacy_read", "legacy_stopped"] : ["legacy_stopped"]);
      expect(await sees(contact.id, id, OPENS_AT)).toBeUndefined();
    }
  });

  it("ends when the vault arrives, and starts again from the first day if it comes back", async () => {
    const { contact, id, helper, delivery, owner } = await asked();
    await correctAddress({ ...helper }, { deliveryId: delivery.id, email: "x@mia.example" }, daysOn(5));
    expect((await storedLegacyRequest(contact.id, "view"))?.state).toBe("waiting");
    await db.update(legacyContacts).set({ updateEmail: true }).where(eq(legacyContacts.id, contact.id));
    await correctAddress(helper, { deliveryId: delivery.id, email: "x@mia.example" }, daysOn(5));
    expect((await storedLegacyRequest(contact.id, "view"))?.state).toBe("waiting");
    await sendWaiting(owner.email);
    await sendToProposedAddresses(daysOn(9));
    expect((await storedLegacyRequest(contact.id, "view"))?.state).toBe("over");
    const [again] = await deliveriesOf(id);
    await reportEvent(again?.messageId ?? null, "bounced");
    expect(await sees(contact.id, id, daysOn(40))).toBeUndefined();
    expect(await requestView(helper, daysOn(40))).toBe(true);
    expect(await sees(contact.id, id, daysOn(69))).toBeUndefined();
    expect(await sees(contact.id, id, daysOn(70))).toBe(LETTER);
  });

  it("ends once the recipient has opened it by the old link", async () => {
    const { contact, id, delivery } = await asked();
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    await inTransaction((tx) => recordOpening(tx, { id: delivery.id, vaultId: id }, OPENS_AT));
    expect(await sees(contact.id, id, OPENS_AT)).toBeUndefined();
  });
});

describe("a copy for a legacy contact", () => {
  it("is announced to the owner when the contacts are asked, and sent after thirty days", async () => {
    const { owner, contact, id } = await createUndeliverable({ receiveDuplicate: true });
    expect((await writtenTo(owner.email, "legacy_wait"))[0]?.props).toMatchObject({ kind: "duplicate" });
    await sendLegacyNotices(id);
    expect(await reads(contact.id, id, OPENS_AT)).toBeUndefined();
    await advanceLegacyRequests(OPENS_AT);
    await advanceLegacyRequests(OPENS_AT);
    const [mail, ...others] = await writtenTo(contact.email, "legacy_open");
    expect(others).toEqual([]);
    expect(mail?.props).toMatchObject({ kind: "duplicate", unsubscribeUrl: expect.stringContaining("/stop/") });
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    expect(await recordOf(id)).toEqual(
      expect.arrayContaining(["legacy_copy_announced", "legacy_copy_sent", "legacy_read"]),
    );
  });

  it("stays readable when the vault arrives later, and ends with the permission", async () => {
    const { contact, id, delivery } = await createUndeliverable({ receiveDuplicate: true });
    await passLegacyWait(id, OPENS_AT);
    await inTransaction((tx) => recordOpening(tx, { id: delivery.id, vaultId: id }, OPENS_AT));
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    await db.update(legacyContacts).set({ receiveDuplicate: false }).where(eq(legacyContacts.id, contact.id));
    expect(await sees(contact.id, id, OPENS_AT)).toBeUndefined();
  });

  it("includes no file of the answers to it", async () => {
    const { owner, contact, id, delivery } = await createUndeliverable({ receiveDuplicate: true });
    await passLegacyWait(id, OPENS_AT);
    await inTransaction((tx) => recordOpening(tx, { id: delivery.id, vaultId: id }, OPENS_AT));
    const [visitor, formId] = [uploadOwner({ visitorToken: createId() }), createId()];
    const upload = await createUpload(visitor, formId);
    expect(await sendReply(delivery, { owner: visitor, formId, now: OPENS_AT })).toEqual({ ok: true });
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
    expect(await viewReplyMedia({ user: owner }, upload.id, OPENS_AT)).toMatchObject({ kind: "photo" });
    expect(await viewReplyMedia({ openedContactIds: [contact.id] }, upload.id, OPENS_AT)).toBeUndefined();
  });

  it("is still announced once the contact may no longer ask to read", async () => {
    const { owner, contact, id, helper } = await createUndeliverable({ viewContent: true, receiveDuplicate: true });
    expect(await requestView(helper, DUE_AT)).toBe(true);
    await setPermissions(owner, contact.id, { ...NO_PERMISSIONS, receiveDuplicate: true }, daysOn(1));
    expect(await storedLegacyRequest(contact.id, "view")).toMatchObject({ state: "over" });
    expect(await sees(contact.id, id, OPENS_AT)).toBe(LETTER);
  });

  it("is closed with a vault that its owner cancels, and no longer listed", async () => {
    const { owner, contact, id } = await createUndeliverable({ receiveDuplicate: true });
    await passLegacyWait(id, OPENS_AT);
    const waits = async () => (await listContacts(owner)).flatMap((one) => one.waits);
    expect(await waits()).toHaveLength(1);
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, id));
    expect(await cancelVault(owner, id, OPENS_AT)).toMatchObject({ ok: true });
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("over");
    expect(await waits()).toEqual([]);
  });

  it("is postponed while the vault is being delivered, and ends once it has arrived", async () => {
    const { contact, id, delivery } = await createUndeliverable({ receiveDuplicate: true });
    await sendLegacyNotices(id);
    await db.update(deliveries).set({ state: "queued" }).where(eq(deliveries.id, delivery.id));
    await advanceLegacyRequests(OPENS_AT);
    expect(await writtenTo(contact.email, "legacy_open")).toEqual([]);
    await db.update(deliveries).set({ state: "opened" }).where(eq(deliveries.id, delivery.id));
    await advanceLegacyRequests(daysOn(40));
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("over");
    expect(await sees(contact.id, id, daysOn(40))).toBeUndefined();
    expect(
      await db.$count(deliveryEvents, and(eq(deliveryEvents.vaultId, id), eq(deliveryEvents.kind, "legacy_copy_sent"))),
    ).toBe(0);
  });

  it("is not announced for vaults that have not failed", async () => {
    const { user: owner } = await createUser();
    await createContact(owner, ALL_PERMISSIONS);
    await createDueLetter(owner);
    expect(await writtenTo(owner.email, "legacy_wait")).toEqual([]);
  });
});
