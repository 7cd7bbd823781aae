import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openAsAccount, recordOpening } from "~/domain/access/opening.server";
import { sendFreshLink } from "~/domain/access/replaced-link.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { findInviteLink } from "~/domain/board/invitation.server";
import { dateIn } from "~/domain/calendar/delivery-date";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { answerInvitation } from "~/domain/legacy/invitation.server";
import { WAIT_DAYS } from "~/domain/legacy/legacy";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { loadHelp } from "~/domain/legacy-help/help.server";
import { type MessageProps, readProps } from "~/domain/outbox/message.server";
import { block } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { renderEmail } from "~/emails/catalogue";
import { db, inTransaction } from "~/services/db.server";
import { boardGuests, deliveries, legacyWaits, messages, profiles } from "~db/schema";
import { join } from "../../../tests/factories/board";
import {
  ALL_PERMISSIONS,
  askAbout,
  createContact,
  helperOf,
  sendLegacyNotices,
  storedLegacyRequest,
} from "../../../tests/factories/legacy";
import {
  createLetter,
  DUE_AT,
  deliveriesOf,
  type letterInput,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
import { withCurrentWording } from "./current-wording.server";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { putOff, sendRequestedReminders } from "./put-off.server";
import { readdress } from "./readdress.server";
import { stillApplies } from "./still-applies.server";

type Written = Parameters<typeof letterInput>[0];
type Host = Awaited<ReturnType<typeof createUser>>;
let host: Host;
beforeEach(async () => {
  host = await createUser({ name: "Ada Lane", vaultLimit: 5 });
});

const person = (name: string) => ({ name, email: `${createId()}@example.net` });

/** A delivered board; `seal` before its day. Without people only its host gets it. */
async function createBoard(
  people: { name: string; email: string }[],
  { seal = false, ...written }: Written & { seal?: boolean } = {},
) {
  const id = await createLetter(host.user, {
    type: "memory-board",
    title: "Grandpa",
    boardRecipients: people,
    ...written,
  });
  if (seal) await sealVault(host.user, id);
  await deliverVault(id, DUE_AT);
  const find = async (email: string) =>
    (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === email) ?? expect.unreachable();
  const arrives = async (email: string) => sendMessage((await find(email)).messageId ?? "", "worker", DUE_AT);
  const bounces = async (email: string) => reportEvent((await find(email)).messageId, "bounced", "550 no such user");
  const state = async () => (await storedVault(id)).state;
  return { id, find, arrives, bounces, state };
}

const notices = async () => {
  const mails = await writtenTo(host.user.email, "delivered_notice");
  return mails.map(({ props }) => renderEmail("delivered_notice", props).text.replace(/\s+/g, " "));
};
const countDelivered = async () => (await reload(host.sessionToken)).vaultsDelivered;

describe("a guest who gave their own address", () => {
  async function createJoined(written: Written = {}, { email } = person("Tom")) {
    const id = await createLetter(host.user, { type: "memory-board", ...written });
    const tom = await join((await findInviteLink(id))?.split("/join/")[1] ?? "", "Tom");
    await db.update(boardGuests).set({ email, emailConfirmedAt: DUE_AT }).where(eq(boardGuests.id, tom.id));
    await deliverVault(id, DUE_AT);
    const [delivery] = (await deliveriesOf(id)).filter(({ recipientEmail }) => recipientEmail === email);
    return { email, delivery: delivery ?? expect.unreachable() };
  }

  it("is not told later that the host chose it", async () => {
    const { email, delivery } = await createJoined();
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    await takeNextSteps(addDays(DUE_AT, 5));
    const found = (await findDeliveryByLink(openingLink(delivery))) ?? expect.unreachable();
    await putOff(found, dateIn("UTC", addDays(DUE_AT, 30)), DUE_AT);
    await sendRequestedReminders(addDays(DUE_AT, 31));
    await sendFreshLink(found);
    const joined = "You get this email because you joined this board and left your address";
    for (const [kind, reason] of [
      ["delivery_reminder", joined],
      ["fresh_link", joined],
      ["chosen_reminder", "You asked us to remind you of Ada Lane’s memory board"],
    ] as const) {
      const [mail] = await writtenTo(email, kind);
      const { subject, html } = renderEmail(kind, mail?.props);
      expect(html).toContain(reason);
      expect(html).not.toMatch(/chose your address|kept something for you|kept for you/);
      expect(subject).toContain("Ada Lane’s memory board");
    }
  });

  it("is reminded as a recipient if the host lists the same address", async () => {
    const tom = person("Tom");
    const { email, delivery } = await createJoined({ boardRecipients: [tom] }, tom);
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    await takeNextSteps(addDays(DUE_AT, 5));
    const [mail] = await writtenTo(email, "delivery_reminder");
    expect(renderEmail("delivery_reminder", mail?.props).html).toContain("because Ada Lane kept something for you");
  });

  it("is not said to have an address from the host, nor is the board called a letter", async () => {
    const { delivery } = await createJoined({ backupName: "Ben", backupEmail: person("Ben").email });
    await reportEvent(delivery.messageId, "bounced", "550 no such user");
    const [mail] = await writtenTo(host.user.email, "trying_another_way");
    const { html } = renderEmail("trying_another_way", mail?.props);
    expect(html).toContain("We couldn’t deliver it to Tom at the address we have.");
    expect(html).not.toMatch(/your letter|you gave us/);
  });
});

it("tells its host until when a board is kept that has reached others", async () => {
  const [otto, tom, ben] = [person("Otto"), person("Tom"), person("Ben")];
  const board = await createBoard([otto, tom], { backupName: ben.name, backupEmail: ben.email });
  await board.arrives(host.user.email);
  await board.arrives(otto.email);
  await board.bounces(tom.email);
  expect((await storedVault(board.id)).deliveredAt).toEqual(DUE_AT);
  await sendMessage((await writtenTo(ben.email, "backup_request"))[0]?.id ?? "", "worker", DUE_AT);
  await takeNextSteps(addDays(DUE_AT, 8));
  const [notice] = await writtenTo(host.user.email, "not_delivered");
  expect(notice?.props).toMatchObject({ recipientName: "Tom", keptUntil: "2038-06-14" });
});

describe("a board that reaches only its host", () => {
  it.each(["before", "after"])("is held, also when the host’s copy arrives %s the bounce", async (order) => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    if (order === "before") await board.arrives(host.user.email);
    expect(await board.state()).toBe("delivering");
    await board.bounces(grandpa.email);
    if (order === "after") await board.arrives(host.user.email);
    expect(await board.state()).toBe("held");
    expect((await storedVault(board.id)).deliveredAt).toBeNull();
    expect([await countDelivered(), await notices()]).toEqual([0, []]);
    expect(await writtenTo(host.user.email, "not_delivered")).toHaveLength(1);
  });

  it("is on its way while a backup contact is asked, and when its host opens it", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa], { backupName: "Ben", backupEmail: person("Ben").email });
    await board.arrives(host.user.email);
    await board.bounces(grandpa.email);
    await openAsAccount(host.user, await board.find(host.user.email), DUE_AT);
    expect([await board.state(), await countDelivered(), await notices()]).toEqual(["delivering", 0, []]);
  });

  it("is held at once where everyone else has blocked its host", async () => {
    const grandpa = person("Grandpa");
    await block({ senderId: host.user.id, recipient: grandpa.email });
    expect(await (await createBoard([grandpa])).state()).toBe("held");
  });

  it("is held after the only other arrival bounces", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    await board.arrives(host.user.email);
    await board.arrives(grandpa.email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    await board.bounces(grandpa.email);
    expect([await board.state(), await countDelivered()]).toEqual(["held", 0]);
  });

  it("stays held when its host’s copy was corrected, or the host changed their email", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    const own = await board.find(host.user.email);
    await board.bounces(host.user.email);
    const other = person("Ada").email;
    expect(await readdress(host.user, board.id, { deliveryId: own.id, email: other }, DUE_AT)).toEqual({ ok: true });
    await board.arrives(other);
    await db
      .update(profiles)
      .set({ email: person("Ada").email })
      .where(eq(profiles.id, host.user.id));
    await board.bounces(grandpa.email);
    expect(await board.state()).toBe("held");
  });

  it("shows a sealed board to its host, who has a copy, and not to a sender without one", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa], { seal: true });
    await board.arrives(host.user.email);
    await board.bounces(grandpa.email);
    expect((await viewVault({ user: host.user }, board.id, DUE_AT))?.seesContent).toBe(true);
    const letter = await createLetter(host.user);
    await sealVault(host.user, letter);
    await deliverVault(letter, DUE_AT);
    expect((await viewVault({ user: host.user }, letter, DUE_AT))?.seesContent).toBe(false);
  });

  it("lets legacy contacts help, whose requests end when it reaches someone else", async () => {
    const contact = await createContact(host.user, { viewContent: true, receiveDuplicate: true });
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    await board.arrives(host.user.email);
    await board.bounces(grandpa.email);
    await askAbout(await board.find(grandpa.email));
    const helper = await helperOf(contact.id, board.id);
    expect(await loadHelp(helper, DUE_AT)).toMatchObject({ status: "undelivered" });
    expect(await requestView(helper, DUE_AT)).toBe(true);
    await sendLegacyNotices(board.id);
    await advanceLegacyRequests(addDays(DUE_AT, WAIT_DAYS - 7));
    await advanceLegacyRequests(addDays(DUE_AT, WAIT_DAYS));
    const states = async () =>
      Promise.all(
        (["view", "duplicate"] as const).map(async (kind) => (await storedLegacyRequest(contact.id, kind))?.state),
      );
    expect(await states()).toEqual(["open", "open"]);
    const { id: deliveryId } = await board.find(grandpa.email);
    const email = person("Grandpa").email;
    await readdress(host.user, board.id, { deliveryId, email }, DUE_AT);
    await board.arrives(email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    expect(await states()).toEqual(["over", "open"]);
    expect(await loadHelp(helper, DUE_AT)).toMatchObject({ status: "arrived" });
  });
});

describe("a held board that is cancelled", () => {
  /** With its host's copy in `state`. */
  async function createCancelled(state: "queued" | "sent" | "arrived") {
    const contact = await createContact(host.user, { updateEmail: true });
    const grandpa = person("Grandpa");
    await block({ senderId: host.user.id, recipient: grandpa.email });
    const board = await createBoard([grandpa], { message: "Dear Grandpa", includesMessage: true });
    const own = await board.find(host.user.email);
    if (state !== "queued") {
      await board.arrives(host.user.email);
      await db.update(deliveries).set({ state }).where(eq(deliveries.id, own.id));
    }
    expect(await cancelVault(host.user, board.id, DUE_AT)).toMatchObject({ ok: true });
    const copy = async () => {
      const [mail] = await db
        .select()
        .from(messages)
        .where(eq(messages.id, own.messageId ?? ""));
      return mail;
    };
    return { board, own, contact, copy };
  }

  it("erases its host’s copy that waits to be sent, which no longer leaves, and not that of another board", async () => {
    const other = await createBoard([person("Otto")], { title: "Otto" });
    const { board, own, copy } = await createCancelled("queued");
    expect(await copy()).toMatchObject({ state: "failed", propsEncrypted: Buffer.alloc(0) });
    const kept = eq(messages.id, (await other.find(host.user.email)).messageId ?? "");
    expect(await db.select().from(messages).where(kept)).toMatchObject([{ state: "queued" }]);
    expect(await board.find(host.user.email)).toMatchObject({ state: "failed", nextStepAt: null });
    expect((await listEvents(board.id)).slice(-2).map(({ kind }) => kind)).toEqual(["cancelled", "withdrawn"]);
    // It was being sent when the board was cancelled, and could not be.
    await db
      .update(messages)
      .set({ state: "queued" })
      .where(eq(messages.id, own.messageId ?? ""));
    await sendMessage(own.messageId ?? "", "worker", addDays(DUE_AT, 1));
    expect(await copy()).toMatchObject({ state: "failed", lastError: "it no longer applied" });
  });

  it.each(["sent", "arrived"] as const)("asks no one when its host’s copy, %s before, comes back", async (state) => {
    const { board, contact, copy } = await createCancelled(state);
    expect(await copy()).toMatchObject({ state: "sent" });
    const before = await listEvents(board.id);
    await board.bounces(host.user.email);
    await reportEvent((await board.find(host.user.email)).messageId, "arrived");
    await takeNextSteps(addDays(DUE_AT, 60));
    expect(await listEvents(board.id)).toEqual(before);
    expect(await writtenTo(contact.email, "legacy_request")).toEqual([]);
  });

  it("ends the wait of a contact who was asked about it", async () => {
    const { board, contact } = await createCancelled("queued");
    const wait = { contactId: contact.id, vaultId: board.id, kind: "duplicate", state: "waiting" } as const;
    await db
      .insert(legacyWaits)
      .values({ ...wait, id: createId(), begunAt: addDays(DUE_AT, -WAIT_DAYS), opensAt: DUE_AT, nextStepAt: DUE_AT });
    await advanceLegacyRequests(addDays(DUE_AT, 1));
    expect(await storedLegacyRequest(contact.id, "duplicate")).toMatchObject({ state: "over", nextStepAt: null });
  });
});

describe("a board that reaches others", () => {
  it("does not wait for its host’s copy", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    await board.arrives(grandpa.email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    await board.bounces(host.user.email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    expect(await notices()).toEqual([expect.stringContaining("for everyone on the board arrived on June 14, 2031")]);
  });

  it("asks no one about its host’s copy, and gives it up at once", async () => {
    const contact = await createContact(host.user, { updateEmail: true, receiveDuplicate: true });
    const [grandpa, ben] = [person("Grandpa"), person("Ben")];
    const board = await createBoard([grandpa], { backupName: "Ben", backupEmail: ben.email });
    await board.arrives(grandpa.email);
    await board.bounces(host.user.email);
    expect(await board.find(host.user.email)).toMatchObject({ state: "failed", rung: "held", nextStepAt: null });
    expect(await writtenTo(ben.email, "backup_request")).toEqual([]);
    expect(await writtenTo(contact.email, "legacy_request")).toEqual([]);
  });

  it("asks contacts about those it has not reached, and gives them a copy only once it has reached no one", async () => {
    const corrects = await createContact(host.user, { updateEmail: true, receiveDuplicate: true });
    const [reads, gets] = [
      await createContact(host.user, { viewContent: true }),
      await createContact(host.user, { receiveDuplicate: true }),
    ];
    const asked = async () => {
      const mails = [corrects, reads, gets].map(({ email }) => writtenTo(email, "legacy_request"));
      return (await Promise.all(mails)).map((written) => written.map(({ props }) => props.recipientName));
    };
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const board = await createBoard([grandpa, leo]);
    await board.arrives(leo.email);
    await board.bounces(grandpa.email);
    expect(await asked()).toEqual([["Grandpa"], [], []]);
    expect(await loadHelp(await helperOf(corrects.id, board.id), DUE_AT)).toMatchObject({
      status: "some_missing",
      failed: [{ recipientName: "Grandpa", recipientEmail: grandpa.email }],
    });
    expect(await storedLegacyRequest(corrects.id, "duplicate")).toBeUndefined();
    await board.bounces(leo.email);
    expect(await asked()).toEqual([["Grandpa"], ["Leo"], ["Leo"]]);
    expect(await storedLegacyRequest(corrects.id, "duplicate")).toMatchObject({ state: "waiting" });
    expect(await storedLegacyRequest(gets.id, "duplicate")).toMatchObject({ state: "waiting" });
  });

  it("asks a contact who accepts later about those it has not reached", async () => {
    const contact = await createContact(host.user, { updateEmail: true, answer: "none" });
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const [board, whole] = [await createBoard([grandpa, leo]), await createBoard([leo], { title: "Leo" })];
    await board.arrives(leo.email);
    await board.bounces(grandpa.email);
    await whole.arrives(leo.email);
    await whole.bounces(host.user.email);
    expect([await board.state(), await whole.state()]).toEqual(["delivered", "delivered"]);
    await answerInvitation({ contactId: contact.id }, "accept", DUE_AT);
    const requests = await writtenTo(contact.email, "legacy_request");
    expect(requests.map(({ vaultId, props }) => [vaultId, props.recipientName])).toEqual([[board.id, "Grandpa"]]);
  });

  it("needs no help once only its host’s copy has not arrived", async () => {
    const contact = await createContact(host.user, { updateEmail: true });
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const board = await createBoard([grandpa, leo]);
    await board.arrives(leo.email);
    await board.bounces(grandpa.email);
    await board.bounces(host.user.email);
    const [request] = await writtenTo(contact.email, "legacy_request");
    expect(await stillApplies(request ?? expect.unreachable())).toBe(true);
    const delivery = await board.find(grandpa.email);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    expect(await stillApplies(request ?? expect.unreachable())).toBe(false);
  });

  it("asks contacts who may read it once the last one it might have reached has blocked its host", async () => {
    const [reads, gets] = [
      await createContact(host.user, { viewContent: true }),
      await createContact(host.user, { receiveDuplicate: true }),
    ];
    const asked = async () => {
      const mails = [reads, gets].map(({ email }) => writtenTo(email, "legacy_request"));
      return (await Promise.all(mails)).map((written) => written.map(({ props }) => props.recipientName));
    };
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const board = await createBoard([grandpa, leo]);
    await board.arrives(leo.email);
    await board.bounces(grandpa.email);
    expect(await asked()).toEqual([[], []]);
    await block({ senderId: host.user.id, recipient: leo.email });
    await board.bounces(leo.email);
    expect(await board.find(leo.email)).toMatchObject({ state: "failed", rung: "unwanted" });
    expect(await asked()).toEqual([["Grandpa"], ["Grandpa"]]);
    expect(await storedLegacyRequest(gets.id, "duplicate")).toMatchObject({ state: "waiting" });
  });

  it("asks a contact who accepts later about no one who has blocked its host", async () => {
    const contact = await createContact(host.user, { updateEmail: true, answer: "none" });
    const [grandpa, leo, mia] = [person("Grandpa"), person("Leo"), person("Mia")];
    const board = await createBoard([grandpa, leo, mia]);
    await board.arrives(mia.email);
    const asked = async () =>
      (await writtenTo(contact.email, "legacy_request")).map(({ props }) => props.recipientName);
    await board.bounces(grandpa.email);
    await block({ senderId: host.user.id, recipient: grandpa.email });
    await answerInvitation({ contactId: contact.id }, "accept", DUE_AT);
    expect(await asked()).toEqual([]);
    await board.bounces(leo.email);
    expect(await asked()).toEqual(["Leo"]);
    expect(await loadHelp(await helperOf(contact.id, board.id), DUE_AT)).toMatchObject({
      status: "some_missing",
      failed: [{ recipientName: "Leo" }],
    });
  });

  it("asks about the next one on the same day, when the request about the one before was dropped", async () => {
    const contact = await createContact(host.user, { updateEmail: true });
    const [grandpa, leo, mia] = [person("Grandpa"), person("Leo"), person("Mia")];
    const board = await createBoard([grandpa, leo, mia]);
    await board.arrives(mia.email);
    await board.bounces(grandpa.email);
    await block({ senderId: host.user.id, recipient: grandpa.email });
    const [dropped] = await writtenTo(contact.email, "legacy_request");
    await sendMessage(dropped?.id ?? "", "worker", DUE_AT);
    await board.bounces(leo.email);
    await askAbout(await board.find(leo.email));
    const requests = await writtenTo(contact.email, "legacy_request");
    expect(requests.map(({ state, props }) => [state, props?.recipientName])).toEqual(
      expect.arrayContaining([
        ["failed", undefined],
        ["queued", "Leo"],
      ]),
    );
    expect(requests).toHaveLength(2);
  });

  it("waits for no contact whose request of that day came back", async () => {
    const contact = await createContact(host.user, { updateEmail: true });
    const [grandpa, leo, mia] = [person("Grandpa"), person("Leo"), person("Mia")];
    const board = await createBoard([grandpa, leo, mia]);
    await board.arrives(mia.email);
    await board.bounces(grandpa.email);
    expect((await board.find(grandpa.email)).rung).toBe("legacy");
    const [request] = await writtenTo(contact.email, "legacy_request");
    await reportEvent(request?.id ?? null, "bounced", "550 no such user");
    await board.bounces(leo.email);
    const rungs = [grandpa, leo].map(async ({ email }) => (await board.find(email)).rung);
    expect(await Promise.all(rungs)).toEqual(["held", "held"]);
    expect(await writtenTo(contact.email, "legacy_request")).toHaveLength(1);
  });

  it("names in a request only someone who is still missing when it leaves", async () => {
    const [contact, first] = [
      await createContact(host.user, { updateEmail: true }),
      await createContact(host.user, { updateEmail: true }),
    ];
    const [grandpa, leo, mia, ownEmail] = [person("Grandpa"), person("Leo"), person("Mia"), first.email];
    const board = await createBoard([grandpa, leo, mia, { name: "Eva", email: ownEmail }]);
    await board.arrives(mia.email);
    await board.bounces(grandpa.email);
    for (const email of [leo.email, ownEmail]) await board.bounces(email);
    const named = async (email: string) => {
      const [request] = await writtenTo(email, "legacy_request");
      const message = request ?? expect.unreachable();
      if (!(await stillApplies(message))) return undefined;
      return (readProps(await withCurrentWording(message)) as MessageProps["legacy_request"]).recipientName;
    };
    expect([await named(contact.email), await named(ownEmail)]).toEqual(["Grandpa", "Grandpa"]);
    await block({ senderId: host.user.id, recipient: grandpa.email });
    expect([await named(contact.email), await named(ownEmail)]).toEqual([expect.stringMatching(/^(Leo|Eva)$/), "Leo"]);
    await block({ senderId: host.user.id, recipient: leo.email });
    expect([await named(contact.email), await named(ownEmail)]).toEqual(["Eva", undefined]);
  });

  it("asks no one again when someone blocks its host long after it was lost", async () => {
    const contact = await createContact(host.user, ALL_PERMISSIONS);
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const board = await createBoard([grandpa, leo]);
    for (const { email } of [grandpa, leo]) await board.bounces(email);
    const later = addDays(DUE_AT, 400);
    await db.update(deliveries).set({ rung: "held", nextStepAt: null }).where(eq(deliveries.vaultId, board.id));
    await block({ senderId: host.user.id, recipient: leo.email }, later);
    await takeNextSteps(later);
    expect((await board.find(leo.email)).rung).toBe("unwanted");
    expect(await writtenTo(contact.email, "legacy_request")).toHaveLength(1);
  });

  it("asks no one about people who have all blocked its host", async () => {
    const contact = await createContact(host.user, ALL_PERMISSIONS);
    const leo = person("Leo");
    const board = await createBoard([leo]);
    await board.arrives(leo.email);
    await block({ senderId: host.user.id, recipient: leo.email });
    await board.bounces(leo.email);
    expect(await board.state()).toBe("held");
    expect(await writtenTo(contact.email, "legacy_request")).toEqual([]);
  });

  it("shows contacts no host’s copy to correct", async () => {
    const contact = await createContact(host.user, { updateEmail: true });
    const [grandpa, leo] = [person("Grandpa"), person("Leo")];
    const board = await createBoard([grandpa, leo]);
    await board.arrives(leo.email);
    await board.bounces(host.user.email);
    expect(await loadHelp(await helperOf(contact.id, board.id), DUE_AT)).toMatchObject({ failed: [] });
  });

  it("says how many when some are missing", async () => {
    const people = [person("Grandpa"), person("Leo"), person("Mia")];
    const board = await createBoard(people);
    for (const { email } of people.slice(0, 2)) await board.arrives(email);
    await board.bounces(people[2]?.email ?? "");
    await board.arrives(host.user.email);
    expect(await board.state()).toBe("delivered");
    const [text, ...others] = await notices();
    expect(others).toEqual([]);
    expect(text).toContain("What you kept for everyone on the board has reached 2 of 3 people.");
  });

  it("is delivered by its claim card, and says so", async () => {
    const grandpa = person("Grandpa");
    const board = await createBoard([grandpa]);
    await board.bounces(grandpa.email);
    await board.arrives(host.user.email);
    const code = (await makeCard(host.user, board.id, { showsDay: false })) ?? "";
    expect((await claimVault(code, DUE_AT)).ok).toBe(true);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    expect(await notices()).toEqual([expect.stringContaining("has reached someone with its claim card.")]);
  });
});

it("updates the board's row at each arrival, so that concurrent arrivals on a cluster conflict", async () => {
  const [grandpa, leo] = [person("Grandpa"), person("Leo")];
  const board = await createBoard([grandpa, leo]);
  const { updatedAt: before } = await storedVault(board.id);
  await board.arrives(leo.email);
  expect(await board.state()).toBe("delivering");
  expect((await storedVault(board.id)).updatedAt).not.toEqual(before);
});

describe("a delivered board", () => {
  /** Has reached Leo, and not Grandpa, whose address is then corrected. */
  async function createCorrected() {
    const [grandpa, leo, email] = [person("Grandpa"), person("Leo"), person("Grandpa").email];
    const board = await createBoard([grandpa, leo]);
    await board.bounces(grandpa.email);
    await board.arrives(leo.email);
    const { id } = await board.find(grandpa.email);
    await readdress(host.user, board.id, { deliveryId: id, email }, DUE_AT);
    return { board, leo, email };
  }

  it("stays delivered while it is sent to someone else", async () => {
    const { board, email } = await createCorrected();
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    await board.arrives(email);
    expect(await notices()).toHaveLength(1);
  });

  it("is on its way again when the last arrival comes back while another mail has only left", async () => {
    const { board, leo, email } = await createCorrected();
    await board.arrives(email);
    const { id } = await board.find(email);
    await db.update(deliveries).set({ state: "sent" }).where(eq(deliveries.id, id));
    await board.bounces(leo.email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivering", 0]);
    expect((await storedVault(board.id)).deliveredAt).toBeNull();
    await reportEvent((await board.find(email)).messageId, "arrived");
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    expect(await notices()).toHaveLength(2);
  });
});

describe("a board for its host alone", () => {
  it.each([
    ["without people", () => []],
    ["that lists them", () => [{ name: "Ada", email: host.user.email }]],
  ])("%s is delivered or held by their copy", async (_, people) => {
    const board = await createBoard(people());
    await board.arrives(host.user.email);
    expect([await board.state(), await countDelivered()]).toEqual(["delivered", 1]);
    await board.bounces(host.user.email);
    expect([await board.state(), await countDelivered()]).toEqual(["held", 0]);
  });
});
