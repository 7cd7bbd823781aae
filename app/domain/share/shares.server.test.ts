import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { GRACE_DAYS } from "~/domain/account/erasure";
import { requestErasure } from "~/domain/account/erasure-request.server";
import { deliveryMessages } from "~/domain/delivery/send-outcome.server";
import { eraseAccounts } from "~/domain/maintenance/erase-accounts.server";
import { findMessage } from "~/domain/outbox/message.server";
import { listEvents } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { memories, shares } from "~db/schema";
import { createDueLetter, DUE_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { endOfDay, shareSchema } from "./share-schema";
import { createShare, findShare, listShares, revokeShare, SHARES_AT_MOST, shareTokenFor } from "./shares.server";

const minutesOn = (minutes: number) => new Date(DUE_AT.getTime() + minutes * 60_000);

async function arrange() {
  const { user } = await createUser({ name: "Ada" });
  const { id, delivery } = await createDueLetter(user);
  await inTransaction(async (tx) => {
    const message = await findMessage(tx, delivery.messageId ?? "");
    if (message) await deliveryMessages.recordAccepted(tx, [message], DUE_AT);
  });
  const owner = await viewVault({ user }, id, DUE_AT);
  const reader = await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT);
  if (!owner || !reader) throw new Error("The letter is not open.");
  return { user, id, delivery, owner, reader };
}

async function share(by: Parameters<typeof createShare>[0], endsAt: Date | null = null): Promise<string> {
  const made = await createShare(by, endsAt, minutesOn(1));
  if (!made.ok) throw new Error(made.reason);
  return made.id;
}

async function follow(shareId: string, now = minutesOn(2)) {
  const found = await findShare(shareTokenFor(shareId));
  return found && viewVault({ share: found }, found.vaultId, now);
}

describe("a link to share", () => {
  it("shows the letter without counting as a reading", async () => {
    const { id, owner } = await arrange();
    expect(await follow(await share(owner))).toMatchObject({
      view: { as: "share" },
      vault: { message: "Dear Mia, by now you can read this yourself." },
    });
    const kinds = (await listEvents(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "shared")).toHaveLength(1);
  });

  it("shows nothing once revoked or after its last day", async () => {
    const { owner } = await arrange();
    const [ended, limited] = [await share(owner), await share(owner, minutesOn(10))];
    expect(await revokeShare(owner, ended, minutesOn(1))).toBe(true);
    expect(await follow(ended)).toBeUndefined();
    expect(await follow(limited, minutesOn(9))).toBeDefined();
    expect(await follow(limited, minutesOn(10))).toBeUndefined();
    expect(await listShares(owner, minutesOn(10))).toEqual([]);
  });

  it("ends with its owner's account, and a recipient's does not", async () => {
    const { user, owner, reader } = await arrange();
    const [ofOwner, ofReader] = [await share(owner), await share(reader)];
    expect(await follow(ofOwner)).toBeDefined();
    await requestErasure(user, { waitingVaults: "cancel" }, minutesOn(1));
    await eraseAccounts(addDays(DUE_AT, GRACE_DAYS + 1));
    expect(await follow(ofOwner, addDays(DUE_AT, GRACE_DAYS + 2))).toBeUndefined();
    expect(await follow(ofReader, addDays(DUE_AT, GRACE_DAYS + 2))).toBeDefined();
  });

  it("is stored only as a digest, and can be shown again", async () => {
    const { id, owner } = await arrange();
    const shareId = await share(owner);
    const token = shareTokenFor(shareId);
    expect(token).toMatch(/^[\w-]{22}$/);
    const [row] = await db.select().from(shares).where(eq(shares.vaultId, id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await listShares(owner))[0]?.url).toMatch(new RegExp(`/s/${token}$`));
  });

  it.each(["delivering", "held"] as const)("cannot be made and shows nothing while its vault is %s", async (state) => {
    const { id, owner } = await arrange();
    const shareId = await share(owner);
    await db.update(memories).set({ state }).where(eq(memories.id, id));
    expect(await follow(shareId)).toBeUndefined();
    expect(await createShare(owner, null)).toEqual({ ok: false, reason: "not_found" });
  });

  it("can be revoked only by its maker and the owner", async () => {
    const { owner, reader } = await arrange();
    const stranger = await arrange();
    const [ofOwner, ofReader] = [await share(owner), await share(reader)];
    expect((await listShares(owner)).map(({ madeBy }) => madeBy).sort()).toEqual(["Mia", null]);
    expect((await listShares(reader)).map(({ id }) => id)).toEqual([ofReader]);
    expect(await revokeShare(reader, ofOwner)).toBe(false);
    expect(await revokeShare(stranger.owner, ofOwner)).toBe(false);
    const byLink = await follow(ofOwner);
    expect(byLink && (await revokeShare(byLink, ofOwner))).toBe(false);
    expect(byLink && (await createShare(byLink, null))).toEqual({ ok: false, reason: "not_found" });
    expect(await follow(ofOwner)).toBeDefined();
    expect(await revokeShare(owner, ofReader)).toBe(true);
    expect(await revokeShare(owner, ofReader)).toBe(false);
    expect(await follow(ofReader)).toBeUndefined();
  });

  it("is made once when the button is pressed twice", async () => {
    const { id, owner, reader } = await arrange();
    const pressed = await Promise.all([share(owner), share(owner)]);
    expect(pressed[1]).toBe(pressed[0]);
    expect(await createShare(owner, null, minutesOn(2))).not.toEqual({ ok: true, id: pressed[0] });
    for (const other of [await share(owner, minutesOn(10)), await share(reader)]) expect(pressed).not.toContain(other);
    expect(await db.$count(shares, eq(shares.vaultId, id))).toBe(4);
  });

  it("is limited to twenty, also concurrently", async () => {
    const { owner, reader } = await arrange();
    const asked = Array.from({ length: SHARES_AT_MOST + 5 }, (_, index) => createShare(owner, minutesOn(60 + index)));
    expect((await Promise.all(asked)).filter(({ ok }) => ok)).toHaveLength(SHARES_AT_MOST);
    expect(await createShare(reader, null)).toMatchObject({ ok: true });
  });

  it.each(["", "x", "a".repeat(22), `${"a".repeat(21)}'`])("that is guessed (%j) leads nowhere", async (token) => {
    expect(await findShare(token)).toBeUndefined();
  });
});

describe("the last day of a link", () => {
  const now = new Date("2031-10-25T23:30:00Z");

  it("ends at midnight, also on days of clock changes", () => {
    expect(endOfDay("2031-10-26", "Europe/Berlin")).toEqual(new Date("2031-10-26T23:00:00Z"));
    expect(endOfDay("2031-12-31", "Pacific/Kiritimati")).toEqual(new Date("2031-12-31T10:00:00Z"));
  });

  it.each([
    ["2031-10-25", "Europe/Berlin", false],
    ["2031-10-26", "Europe/Berlin", true],
    ["2031-10-25", "America/Lima", true],
    ["2031-02-30", "UTC", false],
    ["tomorrow", "UTC", false],
    [undefined, "UTC", true],
  ])("%s in %s: %s", (lastDay, zone, isTaken) => {
    expect(shareSchema(zone, now).safeParse({ lastDay }).success).toBe(isTaken);
  });
});
