import { eq, getTableName, is } from "drizzle-orm";
import { MySqlTable } from "drizzle-orm/mysql-core";
import { expect, it } from "vitest";
import { recordOpening, sendOpeningCode } from "~/domain/access/opening.server";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { requestExport } from "~/domain/data-export/request-export.server";
import { correctAddress, requestView } from "~/domain/legacy-help/contact-actions.server";
import { deleteDiscarded } from "~/domain/media/discarded-files.server";
import { addMedia } from "~/domain/media/media.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { countReceivedReplies } from "~/domain/reply/received-replies.server";
import { createShare } from "~/domain/share/shares.server";
import { db, inTransaction } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import * as schema from "~db/schema";
import { dataExports, media, messages, shares } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { analyzeTables, createCrowd } from "../../../tests/factories/full-account";
import { createUndeliverable } from "../../../tests/factories/legacy";
import { createDueLetter, DUE_AT, reportEvent } from "../../../tests/factories/letter";
import { sendReply } from "../../../tests/factories/reply";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { deleteVault } from "./delete-vault.server";

it("the end of a vault reads the accounts that have it, and not all others", async () => {
  await createCrowd(300);
  const [{ user: sender }, { user: reader }] = [await createUser(), await createUser()];
  const { id } = await createDueLetter(sender, { recipientEmail: reader.email });
  await analyzeTables();
  const statements = await statementsOf(() => inTransaction((tx) => deleteVault(tx, id, DUE_AT)));
  const ofReaders = statements.filter((statement) => statement.includes("join `profiles`"));
  expect(ofReaders.length).toBeGreaterThan(0);
  const steps = (await Promise.all(ofReaders.map(explain))).flat().filter(({ table }) => table === "profiles");
  expect(steps.length).toBeGreaterThan(0);
  for (const { type } of steps) expect(["const", "eq_ref", "ref"]).toContain(type);
});

it("the end of a vault ends the archives of those who received it at either address", async () => {
  const [{ user: sender }, { user: stranger }] = [await createUser(), await createUser()];
  const [{ user: first }, { user: second }] = [await createUser(), await createUser()];
  const { id, delivery } = await createDueLetter(sender, { recipientEmail: first.email, secondEmail: second.email });
  await reportEvent(delivery.messageId, "bounced");
  for (const user of [sender, stranger, first, second]) await requestExport(user, DUE_AT);
  await db.update(dataExports).set({ state: "ready" });
  await inTransaction((tx) => deleteVault(tx, id, DUE_AT));
  expect(await db.select({ userId: dataExports.userId }).from(dataExports)).toEqual([{ userId: stranger.id }]);
});

it("the end of a vault takes its links along, and leaves the messages, links and replies of another", async () => {
  const [{ user: sender }, { user: reader }] = [await createUser({ vaultLimit: 2 }), await createUser()];
  const ended = await createDueLetter(sender, { recipientEmail: reader.email });
  const other = await createDueLetter(sender, { recipientEmail: reader.email });
  for (const { delivery } of [ended, other]) {
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    for (const user of [reader, sender]) await sendReply(delivery, { viewer: { user } });
    const vault = { id: delivery.vaultId, state: "delivered" as const };
    expect(await createShare({ view: { as: "owner" }, seesContent: true, vault }, null)).toMatchObject({ ok: true });
  }
  const ofOther = eq(messages.vaultId, other.id);
  const written = await db.select().from(messages).where(ofOther);
  await inTransaction((tx) => deleteVault(tx, ended.id, DUE_AT));
  expect(await db.select().from(messages).where(ofOther)).toEqual(written);
  expect(await db.$count(messages, eq(messages.vaultId, ended.id))).toBe(0);
  for (const { id, count } of [
    { ...ended, count: 0 },
    { ...other, count: 1 },
  ])
    expect(await db.$count(shares, eq(shares.vaultId, id))).toBe(count);
  for (const user of [reader, sender]) expect(await countReceivedReplies(user)).toBe(1);
});

/** The tables with a row that contains one of these texts. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const tables = Object.values(schema).flatMap((value): MySqlTable[] => (is(value, MySqlTable) ? [value] : []));
  const contents = await Promise.all(tables.map(async (table) => JSON.stringify(await db.select().from(table))));
  return tables.filter((_, index) => texts.some((text) => contents[index]?.includes(text))).map(getTableName);
}

it("the end of a vault that was read, asked about and answered leaves no row and no file", async () => {
  const { owner, id, delivery, helper } = await createUndeliverable();
  await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
  await requestView(helper, DUE_AT);
  await correctAddress(helper, { deliveryId: delivery.id, email: "mia@example.net" }, DUE_AT);
  const claim = await claimVault((await makeCard(owner, id, { showsDay: true })) ?? "", DUE_AT);
  expect(claim.ok).toBe(true);
  const opened = await findDeliveryByLink(openingLink(delivery));
  await sendOpeningCode(opened ?? expect.unreachable(), "a browser", DUE_AT);
  const reply = await createUploadedPhoto({ width: 300, height: 200 });
  await sendReply(delivery, reply);

  const [photo] = await db.select().from(media).where(eq(media.vaultId, id));
  const written = await db.select({ id: messages.id }).from(messages).where(eq(messages.vaultId, id));
  const ids = [id, delivery.id, ...written.map((message) => message.id)];
  const waiting = ["legacy_waits", "opening_codes", "proposed_addresses", "reading_sessions", "replies"];
  expect(await tablesWith(ids)).toEqual(expect.arrayContaining(waiting));
  await inTransaction((tx) => deleteVault(tx, id, DUE_AT));
  while ((await deleteDiscarded()).isFull);
  expect(await tablesWith(ids)).toEqual([]);
  for (const key of [photo?.storageKey ?? "", reply.upload.storageKey])
    await expect(readMedia(key, { kind: "photo" }), key).rejects.toThrow(MediaMissing);
});
