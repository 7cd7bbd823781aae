import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes, addMonths, addYears, subMinutes } from "date-fns";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findReadings, redeemOpeningCode, sendOpeningCode } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { dateIn } from "~/domain/calendar/delivery-date";
import { createReadingSession } from "~/domain/codes/one-time-code.server";
import { createPrintedCode } from "~/domain/codes/printed-code";
import { deleteVault } from "~/domain/maintenance/delete-vault.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { claimCards, deliveries, memories, readingSessions } from "~db/schema";
import {
  createFailedLetter,
  createLetter,
  DUE_AT,
  DUE_DATE,
  deliveriesOf,
  storedVault,
} from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { costOf, statementsOf } from "../../../tests/factories/statements";
import { createUser, reload } from "../../../tests/factories/user";
import { findCard, makeCard } from "./card.server";
import { type ClaimResult, claimVault } from "./claim.server";
import { claimCalendar } from "./claim-calendar.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";

const NOTHING: ClaimResult = { ok: false, reason: "nothing" };
const BEFORE = subMinutes(DUE_AT, 1);

async function createWithCard(showsDay = true, overrides: Parameters<typeof createLetter>[1] = {}) {
  const person = await createUser({ vaultLimit: 5 });
  const id = await createLetter(person.user, { message: "Kept for you", ...overrides });
  const code = await makeCard(person.user, id, { showsDay });
  if (!code) throw new Error("No card was made.");
  return { ...person, id, code };
}

async function claimed(code: string, now = DUE_AT) {
  const claim = await claimVault(code, now);
  if (!claim.ok) throw new Error(claim.reason);
  return claim;
}

async function readWords(token: string, id: string, now = DUE_AT) {
  const reading = await findReadings([token], now);
  return (await viewVault({ ...reading }, id, now))?.vault.message;
}

describe("a claim card", () => {
  it("is stored only as a keyed digest and replaced by a new one", async () => {
    const { user, id, code } = await createWithCard(false);
    const [stored] = await db.select().from(claimCards).where(eq(claimCards.vaultId, id));
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored?.codeHash).toMatch(/^[0-9a-f]{64}$/);
    const newer = (await makeCard(user, id, { showsDay: true })) ?? "";
    expect(await findCard(user, id)).toMatchObject({ card: { printedDay: DUE_DATE } });
    expect(await claimVault(code, DUE_AT)).toEqual(NOTHING);
    expect((await claimed(newer)).ok).toBe(true);
    const kinds = (await listEvents(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith("card_"))).toEqual(["card_made", "card_renewed", "card_used"]);
  });

  it("names the day it was made in the vault's zone", async () => {
    const { user, id } = await createWithCard(true, { deliveryZone: "Pacific/Auckland" });
    await makeCard(user, id, { showsDay: true }, new Date("2030-01-05T12:00:00Z"));
    expect(await findCard(user, id)).toMatchObject({ card: { madeOn: "2030-01-06" } });
  });

  it("ends readings by the one before, without reading the sessions of all readers", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const { id } = await createFailedLetter(user);
    const { delivery: other } = await createFailedLetter(user);
    const sessions = Array.from({ length: 500 }, () => createId());
    await db.insert(readingSessions).values(
      sessions.map((token) => ({
        tokenHash: token.padEnd(64, "0"),
        deliveryId: other.id,
        createdAt: DUE_AT,
        expiresAt: addDays(DUE_AT, 1),
      })),
    );
    await db.execute(sql`ANALYZE TABLE ${readingSessions}, ${deliveries}`);
    const statements = await statementsOf(() => makeCard(user, id, { showsDay: true }));
    const ends = statements.filter((statement) => statement.startsWith("delete from `reading_sessions`"));
    expect(ends).toHaveLength(1);
    expect((await costOf(ends)).read).toBeLessThan(20);
  });

  it("is made only by the owner, and not for cancelled vaults", async () => {
    const { user, id } = await createWithCard();
    const stranger = (await createUser()).user;
    expect(await makeCard(stranger, id, { showsDay: true })).toBeUndefined();
    expect(await findCard(stranger, id)).toBeUndefined();
    await cancelVault(user, id);
    expect(await makeCard(user, id, { showsDay: true })).toBeUndefined();
  });

  it("tells only what its sender allowed before the day", async () => {
    const { code } = await createWithCard(true, { deliveryZone: "UTC" });
    expect(await claimVault(code, BEFORE)).toEqual({
      ok: false,
      reason: "waiting",
      date: "2031-06-14",
      zone: "UTC",
      at: DUE_AT,
    });
    const silent = await createWithCard(false);
    expect(await claimVault(silent.code, BEFORE)).toEqual(NOTHING);
    expect(await claimVault(createPrintedCode(new Uint8Array(18).fill(3)), BEFORE)).toEqual(NOTHING);
  });

  it("puts only its day into a calendar, where its sender allowed it", async () => {
    const { id, user, code } = await createWithCard(true, { title: "The house", recipientName: "Mia" });
    const { file = "", day } = (await claimCalendar(code, BEFORE)) ?? {};
    expect(day).toBe("2031-06-14");
    expect(file).toContain("DTSTART;VALUE=DATE:20310614\r\n");
    for (const secret of [id, code, "The house", "Mia", user.name, user.email]) expect(file).not.toContain(secret);
    const uid = (text = "") => /^UID:.+$/m.exec(text)?.[0];
    expect(uid(file)).toBeDefined();
    expect(uid((await claimCalendar(code, subMinutes(BEFORE, 1)))?.file)).toBe(uid(file));
    expect(await claimCalendar((await createWithCard(false)).code, BEFORE)).toBeUndefined();
    expect(await claimCalendar(code, DUE_AT)).toBeUndefined();
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it("opens the letter at its instant as its recipient, before a worker looks, sealed or not", async () => {
    const { user, id, code } = await createWithCard(false);
    await sealVault(user, id);
    const { token, link } = await claimed(code);
    expect(await readWords(token, id)).toBe("Kept for you");
    const [delivery, ...others] = await deliveriesOf(id);
    expect([delivery?.state, others]).toEqual(["opened", []]);
    expect((await findDeliveryByLink(link))?.id).toBe(delivery?.id);
    const kinds = (await listEvents(id)).map(({ kind }) => kind);
    expect(kinds.slice(-3)).toEqual(["card_used", "opened", "delivered"]);
    expect((await storedVault(id)).state).toBe("delivered");
  });

  it("opens nothing early on a machine whose clock is days ahead", async () => {
    const soon = addDays(new Date(), 2);
    const { id, code } = await createWithCard(true, { deliveryDate: dateIn("UTC", soon) });
    vi.useFakeTimers({ toFake: ["Date"], now: addDays(new Date(), 4) });
    try {
      expect(await claimVault(code)).toMatchObject({ ok: false, reason: "waiting" });
    } finally {
      vi.useRealTimers();
    }
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it("can be used again, and opens only its vault", async () => {
    const { user, id, code } = await createWithCard();
    const other = await createLetter(user);
    const [first, second] = [await claimed(code), await claimed(code)];
    expect(first.token).not.toBe(second.token);
    expect(await readWords(second.token, id)).toBe("Kept for you");
    expect(await readWords(second.token, other)).toBeUndefined();
    expect((await listEvents(id)).filter(({ kind }) => kind === "opened")).toHaveLength(1);
  });

  it("ends what the card before it has opened, and nothing else", async () => {
    const { user, id, code } = await createWithCard();
    const lost = await claimed(code);
    const delivery = (await findDeliveryByLink(lost.link)) ?? expect.unreachable();
    const byCode = await inTransaction((tx) => createReadingSession(tx, { deliveryId: delivery.id }, DUE_AT));
    await makeCard(user, id, { showsDay: false });
    expect(await readWords(lost.token, id)).toBeUndefined();
    expect(await readWords(byCode, id)).toBe("Kept for you");
  });

  it("settles a held vault as delivered: counters, record and sender once", async () => {
    const person = await createUser();
    const { id } = await createFailedLetter(person.user, { message: "Kept for you" });
    expect((await storedVault(id)).state).toBe("held");
    const code = (await makeCard(person.user, id, { showsDay: false })) ?? "";
    const delivered = (await reload(person.sessionToken)).vaultsDelivered;
    const claims = await Promise.all([claimVault(code, DUE_AT), claimVault(code, DUE_AT), claimVault(code, DUE_AT)]);
    expect(claims.every(({ ok }) => ok)).toBe(true);
    expect(await storedVault(id)).toMatchObject({ state: "delivered", deliveredAt: DUE_AT, waitingTitle: null });
    expect((await reload(person.sessionToken)).vaultsDelivered).toBe(delivered + 1);
    expect((await listEvents(id)).filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    expect(await writtenTo(person.user.email, "delivered_notice")).toHaveLength(1);
  });

  it("opens a held vault as long as it is kept, which is longer than seven years from its day", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const [kept, deleted] = [await createFailedLetter(user), await createFailedLetter(user, { title: "Another" })];
    const cardOf = async ({ id }: { id: string }) => (await makeCard(user, id, { showsDay: true })) ?? "";
    const [code, lateCode] = [await cardOf(kept), await cardOf(deleted)];
    const heldUntil = addMonths(addYears(DUE_AT, 7), 2);
    await db.update(memories).set({ heldUntil }).where(eq(memories.id, kept.id));
    expect((await claimVault(code, subMinutes(heldUntil, 1))).ok).toBe(true);
    await inTransaction((tx) => deleteVault(tx, deleted.id, heldUntil));
    expect(await claimVault(lateCode, heldUntil)).toEqual(NOTHING);
  });

  it("opens nothing for a cancelled vault or an unverified sender", async () => {
    const cancelled = await createWithCard();
    await cancelVault(cancelled.user, cancelled.id);
    expect(await claimVault(cancelled.code, BEFORE)).toEqual(NOTHING);
    expect(await claimVault(cancelled.code, DUE_AT)).toEqual(NOTHING);
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user);
    const code = (await makeCard(user, id, { showsDay: true })) ?? "";
    expect(await claimVault(code, DUE_AT)).toEqual(NOTHING);
  });

  it("is not confused with a one-time code for the same letter", async () => {
    const { code } = await createWithCard();
    const { token, link } = await claimed(code);
    const later = addMinutes(DUE_AT, 1);
    const delivery = await findDeliveryByLink(link);
    if (!delivery) throw new Error("It has arrived.");
    await sendOpeningCode(delivery, BROWSER, later);
    const [mail] = await writtenTo(delivery.recipientEmail, "opening_code");
    const opened = await redeemOpeningCode(delivery, BROWSER, mail?.props.code ?? "", later);
    const other = await createWithCard();
    const { token: elsewhere } = await claimed(other.code);
    const byCode = opened.ok ? opened.token : "";
    expect(byCode).not.toBe("");
    const openedWith = async (...sessions: string[]) => (await findDeliveryByLink(link, sessions, later))?.openedWith;
    // The card's link has no mailbox to reply from, whatever else this browser opened.
    for (const sessions of [[token], [byCode], [token, byCode], [byCode, token]])
      expect(await openedWith(...sessions)).toBe("card");
    const [row] = await deliveriesOf(delivery.vaultId);
    const byMail = await findDeliveryByLink(openingLink(row ?? expect.unreachable()), [token, elsewhere], later);
    expect(byMail?.openedWith).toBeNull();
    const byBoth = await findDeliveryByLink(openingLink(row ?? expect.unreachable()), [token, byCode], later);
    expect(byBoth?.openedWith).toBe("code");
    for (const none of [[elsewhere], [""], []]) expect(await openedWith(...none)).toBeNull();
  });

  it.each([
    ["anyone on its list", [createId(), createId()]],
    ["its host, alone on its list", []],
  ])("reads a board as a separate reader, without opening it for %s", async (_, names) => {
    const people = names.map((name) => ({ name, email: `${name}@example.net` }));
    const { id, code } = await createWithCard(true, { type: "memory-board", boardRecipients: people });
    const { token } = await claimed(code);
    await claimed(code);
    expect(await readWords(token, id)).toBe("Kept for you");
    const opened = await db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.vaultId, id), eq(deliveries.state, "opened")));
    expect(opened.map(({ recipientEmail }) => recipientEmail)).toEqual([""]);
    expect((await deliveriesOf(id)).filter(({ state }) => state === "queued")).toHaveLength(people.length + 1);
    expect((await listEvents(id)).find(({ kind }) => kind === "opened")?.delivery?.name).toContain("claim card");
  });
});
