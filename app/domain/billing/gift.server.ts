import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { findPlan, isUpgrade, type Plan, type PlanId } from "~/domain/account/plans";
import { isStopped } from "~/domain/outbox/stopped-senders.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { checkouts, gifts, orders, profiles } from "~db/schema";
import { giftIdIn } from "./gift-link.server";
import { writeGiftMail } from "./gift-mail.server";
import { decryptGiftNote } from "./gift-note.server";
import { givesPlan, isRefunded } from "./order-state";
import { updatePlan } from "./set-plan.server";

/** `unpaid`: not paid yet, or the payment was given back, perhaps after the gift was claimed. */
export type GiftState = "unpaid" | "waiting" | "claimed";

export type Gift = {
  id: string;
  plan: Plan;
  giverName: string;
  recipientName: string;
  recipientEmail: string;
  note: string;
  state: GiftState;
  /** The gift is unclaimed, and the mail with its link did not arrive. */
  isMailLost: boolean;
  claimedBy: string | null;
};

export async function findGift(link: string): Promise<Gift | undefined> {
  const id = giftIdIn(link);
  return id ? readGift(db, id) : undefined;
}

/** The gift as its giver sees it. */
export async function findGiftOf(user: User, checkoutId: string): Promise<Gift | undefined> {
  const own = and(eq(checkouts.id, checkoutId), eq(checkouts.userId, user.id));
  const [checkout] = await db.select({ id: checkouts.id }).from(checkouts).where(own);
  return checkout && readGift(db, checkout.id);
}

async function readGift(queryable: Queryable, id: string): Promise<Gift | undefined> {
  const rows = await queryable
    .select({ gift: gifts, planId: checkouts.planId, order: orders })
    .from(gifts)
    .innerJoin(checkouts, eq(checkouts.id, gifts.checkoutId))
    .leftJoin(orders, eq(orders.checkoutId, gifts.checkoutId))
    .where(eq(gifts.checkoutId, id));
  const row = rows[0];
  if (!row) return undefined;
  const paid = rows.flatMap(({ order }) => (order && givesPlan(order) ? [order] : []))[0];
  const { giverName, recipientName, recipientEmail, mailState, claimedBy, claimedAt } = row.gift;
  const note = decryptGiftNote(row.gift);
  const state = !paid ? "unpaid" : claimedAt ? "claimed" : "waiting";
  const plan = findPlan(paid?.planId ?? row.planId);
  const isMailLost = state === "waiting" && mailState === "lost";
  return { id, plan, giverName, recipientName, recipientEmail, note, state, isMailLost, claimedBy };
}

export type EndedGift = { id: string; planId: PlanId; giverName: string; isRefunded: boolean };

/** Gifts of other people that the user had claimed, and that would give more room if they were still paid for. */
export async function listEndedGifts(user: User): Promise<EndedGift[]> {
  const rows = await db
    .select({ gift: gifts, planId: checkouts.planId, giverId: checkouts.userId, order: orders })
    .from(gifts)
    .innerJoin(checkouts, eq(checkouts.id, gifts.checkoutId))
    .leftJoin(orders, eq(orders.checkoutId, gifts.checkoutId))
    .where(eq(gifts.claimedBy, user.id));
  return [...Map.groupBy(rows, ({ gift }) => gift.checkoutId)].flatMap(([id, ofGift]) => {
    const paid = ofGift.flatMap(({ order }) => order ?? []);
    const [first] = ofGift;
    const plan = findPlan(paid[0]?.planId ?? first?.planId ?? "free");
    if (!first || first.giverId === user.id || !isUpgrade(plan, user.vaultLimit)) return [];
    return { id, planId: plan.id, giverName: first.gift.giverName, isRefunded: paid.some(isRefunded) };
  });
}

/** Whether it is paid for and unclaimed, and goes to this email. */
export async function isGiftFor(email: string, id: string): Promise<boolean> {
  const gift = await readGift(db, id);
  return gift?.state === "waiting" && gift.recipientEmail === email;
}

/**
 * The account that has claimed it gets the same answer again. `no_use`: the account already has as much room, and the
 * gift stays for someone else.
 */
export async function claimGift(
  user: User,
  link: string,
  now = clock.now(),
): Promise<{ ok: true; plan: Plan } | { ok: false; reason: "not_found" | "claimed" | "unpaid" | "no_use" }> {
  const id = giftIdIn(link);
  if (!id) return { ok: false, reason: "not_found" };
  return inTransaction(async (tx) => {
    await tx.select({ id: gifts.checkoutId }).from(gifts).where(eq(gifts.checkoutId, id)).for("update");
    const { vaultLimit } = profiles;
    const [claimer] = await tx.select({ vaultLimit }).from(profiles).where(eq(profiles.id, user.id)).for("update");
    const gift = await readGift(tx, id);
    if (!gift || !claimer) return { ok: false, reason: "not_found" };
    if (gift.state === "claimed" && gift.claimedBy === user.id) return { ok: true, plan: gift.plan };
    if (gift.state !== "waiting") return { ok: false, reason: gift.state };
    if (!isUpgrade(gift.plan, claimer.vaultLimit)) return { ok: false, reason: "no_use" };
    await tx.update(gifts).set({ claimedBy: user.id, claimedAt: now }).where(eq(gifts.checkoutId, id));
    return { ok: true, plan: await updatePlan(tx, user.id, now) };
  });
}

/**
 * Mails a gift to another address, or the same one again, after the mail before was lost. Pressing the
 * button twice mails it once.
 */
export async function mailGiftAgain(
  user: User,
  checkoutId: string,
  recipientEmail: string,
  now = clock.now(),
): Promise<{ ok: true } | { ok: false; reason: "not_lost" | "stopped" }> {
  return inTransaction(async (tx) => {
    const own = and(eq(checkouts.id, checkoutId), eq(checkouts.userId, user.id));
    const [checkout] = await tx.select({ id: checkouts.id }).from(checkouts).where(own).for("update");
    const ofGift = eq(gifts.checkoutId, checkoutId);
    const [row] = await tx.select().from(gifts).where(ofGift).for("update");
    const gift = checkout && (await readGift(tx, checkoutId));
    const isRepeated =
      gift?.state === "waiting" && row?.mailState === "written" && row.recipientEmail === recipientEmail;
    if (isRepeated) return { ok: true };
    if (!row || !gift?.isMailLost) return { ok: false, reason: "not_lost" };
    if (await isStopped(tx, { senderId: user.id, email: recipientEmail })) return { ok: false, reason: "stopped" };
    await tx.update(gifts).set({ recipientEmail }).where(ofGift);
    await writeGiftMail(tx, { ...row, recipientEmail, mailState: null }, { plan: gift.plan, giverId: user.id }, now);
    return { ok: true };
  });
}
