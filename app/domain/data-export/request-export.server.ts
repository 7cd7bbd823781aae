import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { recordSecurityEvent } from "~/domain/account/security-events.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { requestTask } from "~/services/jobs.server";
import { dataExportEntries, dataExports } from "~db/schema";

/** Starts a new archive in place of an older one. An archive in preparation continues instead. */
export async function requestExport(user: Pick<User, "id">, now = clock.now(), device = ""): Promise<void> {
  await inTransaction(async (tx) => {
    const ofUser = eq(dataExports.userId, user.id);
    const [known] = await tx.select().from(dataExports).where(ofUser).for("update");
    if (known && known.state !== "ready") return;
    if (known) await tx.delete(dataExports).where(ofUser);
    const begun = await tx
      .insert(dataExports)
      .ignore()
      .values({ id: createId(), userId: user.id, state: "waiting", requestedAt: now, nextStepAt: now });
    // The button was pressed twice, and the other request was first.
    if (changedRows(begun) === 0) return;
    await recordSecurityEvent(tx, user.id, { kind: "export_requested", device, path: "/settings/data-privacy" }, now);
  });
  await requestTask("prepare_exports");
}

export type ExportStatus =
  | { state: "preparing"; doneBytes: number; bytes: number }
  | { state: "ready"; id: string; bytes: number; missing: number; expiresAt: Date };

/** Undefined without an export, or once it is deleted. */
export async function findExport(user: Pick<User, "id">, now = clock.now()): Promise<ExportStatus | undefined> {
  const isLive = or(isNull(dataExports.expiresAt), gt(dataExports.expiresAt, now));
  const isDone = sql`(${dataExportEntries.checksum} is not null or ${dataExportEntries.isMissing})`;
  const [row] = await db
    .select({
      id: dataExports.id,
      state: dataExports.state,
      expiresAt: dataExports.expiresAt,
      bytes: sql`coalesce(sum(${dataExportEntries.bytes}), 0)`.mapWith(Number),
      doneBytes: sql`coalesce(sum(case when ${isDone} then ${dataExportEntries.bytes} else 0 end), 0)`.mapWith(Number),
      missing: sql`coalesce(sum(${dataExportEntries.isMissing}), 0)`.mapWith(Number),
    })
    .from(dataExports)
    // While its entries are listed, their sum says nothing.
    .leftJoin(dataExportEntries, and(eq(dataExportEntries.exportId, dataExports.id), ne(dataExports.state, "waiting")))
    .where(and(eq(dataExports.userId, user.id), isLive))
    .groupBy(dataExports.id);
  if (!row) return undefined;
  const { id, state, expiresAt, bytes, doneBytes, missing } = row;
  return state === "ready" && expiresAt
    ? { state, id, bytes, missing, expiresAt }
    : { state: "preparing", doneBytes, bytes };
}
