import { addDays, addMinutes, addMonths, subDays, subMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { requestErasure, stopErasure } from "~/domain/account/erasure-request.server";
import { updateProfile } from "~/domain/account/profile.server";
import { findInviteLink } from "~/domain/board/invitation.server";
import { markPiecesSeen } from "~/domain/board/new-pieces.server";
import { dateIn } from "~/domain/calendar/delivery-date";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { memories, messages, profiles } from "~db/schema";
import { join, postNote } from "../../../tests/factories/board";
import { analyzeTables, createCrowd } from "../../../tests/factories/full-account";
import {
  createDraft,
  createFailedLetter,
  createLetter,
  deliveriesOf,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUser, type SignedInUser } from "../../../tests/factories/user";
import { nextDigestAt } from "./week";
import { writeWeeklyDigests } from "./weekly-digest.server";

const ZONE = "Asia/Tokyo";
let person: SignedInUser;
let monday: Date;
beforeEach(async () => {
  person = await createUser({ timeZone: ZONE, name: "Ada", vaultLimit: 11 });
  await db.update(profiles).set({ nextDigestAt: addMonths(WRITTEN_AT, 12_000) });
  await db
    .update(profiles)
    .set({ nextDigestAt: new Date(0) })
    .where(eq(profiles.id, person.user.id));
  await writeWeeklyDigests(WRITTEN_AT);
  monday = nextDigestAt(ZONE, WRITTEN_AT);
});

const joinBoardOf = async (id: string) => join((await findInviteLink(id))?.split("/join/")[1] ?? "", "Ana");

const digests = () => writtenTo(person.user.email, "weekly_digest");

it("is sent on Monday morning in the user's zone with upcoming vaults and drafts", async () => {
  const soon = addDays(monday, 10).toISOString().slice(0, 10);
  await createLetter(person.user, { title: "For you", deliveryDate: soon });
  await createLetter(person.user, { title: "Much later", deliveryDate: "2060-01-01" });
  await createDraft(person.user);
  await writeWeeklyDigests(subMinutes(monday, 1));
  expect(await digests()).toEqual([]);
  await writeWeeklyDigests(monday);
  const [mail] = await digests();
  expect(mail?.props).toMatchObject({
    upcoming: [{ title: "For you", recipientName: "Mia", on: soon }],
    delivered: [],
    held: [],
    drafts: 1,
    unsubscribeUrl: expect.stringContaining("/unsubscribe/"),
  });
});

it("lists ten vaults at most, and says that there are more", async () => {
  const deliveryDate = addDays(monday, 10).toISOString().slice(0, 10);
  const again = addDays(monday, 7);
  for (let number = 1; number <= 11; number += 1) {
    await createLetter(person.user, { title: `Letter ${number}`, deliveryDate });
    if (number === 10) await writeWeeklyDigests(monday);
  }
  await writeWeeklyDigests(again);
  const [all, some] = await digests();
  expect(all?.props).toMatchObject({ upcoming: { length: 10 }, hasMore: false });
  expect(some?.props).toMatchObject({ upcoming: { length: 10 }, hasMore: true });
});

it("names no recipient of a message to the future self", async () => {
  const deliveryDate = addDays(monday, 10).toISOString().slice(0, 10);
  await createLetter(person.user, { type: "future-self", deliveryDate });
  await writeWeeklyDigests(monday);
  expect((await digests())[0]?.props.upcoming).toMatchObject([{ recipientName: "yourself" }]);
});

it("is not sent once its day is over", async () => {
  await createDraft(person.user);
  await writeWeeklyDigests(monday);
  const [mail] = await digests();
  await sendMessage(mail?.id ?? "", "worker", addDays(monday, 2));
  expect(await digests()).toMatchObject([{ state: "failed" }]);
});

it("is sent by the user's new time zone once that changes", async () => {
  await createDraft(person.user);
  const timeZone = "America/Los_Angeles";
  await updateProfile(person.user, { fullName: "Ada", phone: undefined, timeZone });
  await writeWeeklyDigests(subDays(monday, 1));
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
  await writeWeeklyDigests(nextDigestAt(timeZone, monday));
  expect(await digests()).toHaveLength(1);
});

it("dates what was delivered in the account's zone, as its pages do", async () => {
  // Two days before the digest's Monday in Tokyo, where it is already Saturday.
  const at = subDays(monday, 2);
  const deliveryDate = dateIn("UTC", at);
  const id = await createLetter(person.user, { title: "Arrived", deliveryDate, deliveryZone: "UTC" });
  await deliverVault(id, at);
  await sendMessage((await deliveriesOf(id))[0]?.messageId ?? "", "worker", at);
  await writeWeeklyDigests(monday);
  expect(dateIn(ZONE, at)).not.toBe(deliveryDate);
  expect((await digests())[0]?.props.delivered).toMatchObject([{ title: "Arrived", on: dateIn(ZONE, at) }]);
  await writeWeeklyDigests(addDays(monday, 7));
  expect(await digests()).toHaveLength(1);
});

it("does not list what is on its way as upcoming", async () => {
  const deliveryDate = dateIn("UTC", subDays(monday, 1));
  await deliverVault(await createLetter(person.user, { deliveryDate, deliveryZone: "UTC" }), subDays(monday, 1));
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
});

it("lists undeliverable vaults", async () => {
  await createFailedLetter(person.user, { title: "Came back", deliveryDate: "2030-01-06" });
  await writeWeeklyDigests(monday);
  expect((await digests())[0]?.props.held).toEqual(["Came back"]);
});

/** The days of the digests in a year of Mondays. */
async function digestsOfYear(): Promise<string[]> {
  const days: string[] = [];
  for (let week = 0; week < 52; week += 1) {
    const at = addDays(monday, 7 * week);
    const before = (await digests()).length;
    await writeWeeklyDigests(at);
    if ((await digests()).length > before) days.push(dateIn(ZONE, at));
  }
  return days;
}

const FIRST_WEEKS = [
  ...["2030-01-07", "2030-01-14", "2030-01-21", "2030-01-28"],
  ...["2030-02-04", "2030-02-11", "2030-02-18", "2030-02-25"],
];

it("does not repeat for ever that a draft is unfinished, and says so again beside other news", async () => {
  await createDraft(person.user);
  expect(await digestsOfYear()).toEqual(FIRST_WEEKS);
  const later = addDays(monday, 364);
  await createDraft(person.user, { title: "Another" }, subDays(later, 1));
  await writeWeeklyDigests(later);
  expect((await digests()).at(-1)?.props.drafts).toBe(2);
});

it("counts all drafts of an account with hundreds, and sees that one is new", async () => {
  const { waitingTitle: _, list: __, ...draft } = await storedVault(await createDraft(person.user));
  const updatedAt = subDays(monday, 90);
  await db.update(memories).set({ updatedAt }).where(eq(memories.id, draft.id));
  const ids = Array.from({ length: 150 }, (_, index) => `0${String(index).padStart(23, "0")}`);
  await db.insert(memories).values(ids.map((id) => ({ ...draft, id, formId: id, updatedAt })));
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
  await db
    .update(memories)
    .set({ updatedAt: subDays(monday, 1) })
    .where(eq(memories.id, draft.id));
  await writeWeeklyDigests(addDays(monday, 7));
  expect((await digests()).map(({ props }) => props.drafts)).toEqual([151]);
});

it("repeats once a month that a vault could not be delivered", async () => {
  const id = await createLetter(person.user, { title: "Came back", deliveryDate: "2030-01-06" });
  await db.update(memories).set({ state: "held", updatedAt: WRITTEN_AT }).where(eq(memories.id, id));
  const monthly = ["03-04", "04-01", "05-06", "06-03", "07-01", "08-05", "09-02", "10-07", "11-04", "12-02"];
  expect(await digestsOfYear()).toEqual([...FIRST_WEEKS, ...monthly.map((day) => `2030-${day}`)]);
});

it("waits while an address is known to refuse mail, and is tried again after 30 days", async () => {
  await createDraft(person.user);
  const fails = (isFailedMailRefused: boolean, failedMailAt: Date | null) =>
    db.update(profiles).set({ failedMailAt, isFailedMailRefused }).where(eq(profiles.id, person.user.id));
  await fails(true, subDays(monday, 30));
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
  await writeWeeklyDigests(addDays(monday, 7));
  expect(await digests()).toHaveLength(1);
  // An outage says nothing about the address, and a later mail may have arrived.
  await fails(false, addDays(monday, 8));
  await writeWeeklyDigests(addDays(monday, 14));
  expect(await digests()).toHaveLength(2);
  await fails(true, null);
  await writeWeeklyDigests(addDays(monday, 21));
  expect(await digests()).toHaveLength(3);
});

it("tells of the week’s pieces on boards that their host has not looked at", async () => {
  const id = await createLetter(person.user, { type: "memory-board", title: "Otto", deliveryDate: "2060-01-01" });
  const ana = await joinBoardOf(id);
  await postNote(ana, "Long ago", subDays(monday, 8));
  await postNote(ana, "Lately", subDays(monday, 2));
  await writeWeeklyDigests(monday);
  expect((await digests())[0]?.props.boards).toEqual([{ title: "Otto", pieces: 1, guestNames: ["Ana"] }]);
  await postNote(ana, "Seen", addDays(monday, 1));
  await markPiecesSeen(id);
  await writeWeeklyDigests(addDays(monday, 7));
  expect(await digests()).toHaveLength(1);
});

it("is not sent while the account’s deletion waits", async () => {
  await createDraft(person.user);
  await requestErasure(person.user, { waitingVaults: "deliver" }, subDays(monday, 1));
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
  await stopErasure(person.user.id, addDays(monday, 1));
  await writeWeeklyDigests(addDays(monday, 7));
  expect(await digests()).toHaveLength(1);
});

it("is not sent when empty, opted out of, or to an unverified email", async () => {
  await writeWeeklyDigests(monday);
  expect(await digests()).toEqual([]);
  await createDraft(person.user);
  await changePreferences(person.user.id, { weeklyDigest: false });
  await writeWeeklyDigests(addDays(monday, 7));
  expect(await digests()).toEqual([]);
  await changePreferences(person.user.id, { weeklyDigest: true });
  await db.update(profiles).set({ emailVerifiedAt: null }).where(eq(profiles.id, person.user.id));
  await writeWeeklyDigests(addDays(monday, 14));
  expect(await digests()).toEqual([]);
});

it("is sent once after downtime and once by concurrent workers, then on the next Monday", async () => {
  const back = addDays(monday, 100);
  await createDraft(person.user, {}, subDays(back, 1));
  await Promise.all([writeWeeklyDigests(back), writeWeeklyDigests(back), writeWeeklyDigests(back)]);
  await writeWeeklyDigests(addDays(back, 1));
  expect(await digests()).toHaveLength(1);
  await writeWeeklyDigests(nextDigestAt(ZONE, back));
  expect(await digests()).toHaveLength(2);
});

it("that fails is tried again in an hour, and those of others are not put off", async () => {
  const other = await createUser({ timeZone: ZONE });
  await db
    .update(profiles)
    .set({ nextDigestAt: addMinutes(monday, -1) })
    .where(eq(profiles.id, other.user.id));
  await createDraft(person.user);
  await createDraft(other.user);
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  const failing = vi.spyOn(db, "transaction").mockRejectedValueOnce(new Error("Lock wait timeout exceeded"));
  await writeWeeklyDigests(monday);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  failing.mockRestore();
  expect(await writtenTo(other.user.email, "weekly_digest")).toEqual([]);
  expect(await digests()).toHaveLength(1);
  await writeWeeklyDigests(addMinutes(monday, 59));
  expect(await writtenTo(other.user.email, "weekly_digest")).toEqual([]);
  await writeWeeklyDigests(addMinutes(monday, 60));
  expect(await writtenTo(other.user.email, "weekly_digest")).toHaveLength(1);
});

it("is sent once a week when the clock is set back", async () => {
  await createDraft(person.user);
  await writeWeeklyDigests(monday);
  await db.update(profiles).set({ nextDigestAt: monday }).where(eq(profiles.id, person.user.id));
  await writeWeeklyDigests(addDays(monday, 2));
  expect(await db.$count(messages, eq(messages.toAddress, person.user.email))).toBe(1);
});

it("uses indexes for all its queries", async () => {
  await createDraft(person.user);
  const id = await createLetter(person.user, { type: "memory-board", title: "Otto" });
  await postNote(await joinBoardOf(id), "Lately", subDays(monday, 2));
  await createCrowd(300);
  await db.update(profiles).set({ nextDigestAt: addMonths(WRITTEN_AT, 12_000) });
  await db.update(profiles).set({ nextDigestAt: monday }).where(eq(profiles.id, person.user.id));
  await analyzeTables();
  const statements = await statementsOf(() => writeWeeklyDigests(monday));
  for (const statement of statements.filter((one) => one.startsWith("select"))) {
    for (const step of await explain(statement)) expect(step, statement).toMatchObject({ key: expect.any(String) });
  }
  expect(await digests()).toHaveLength(1);
});
