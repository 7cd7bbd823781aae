import { addDays, max } from "date-fns";
import { asc, eq, sql } from "drizzle-orm";
import { NOTICE_DAYS } from "~/domain/vault/keeping";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { media, memories, retentions } from "~db/schema";
import { endingBefore, endOf } from "./retention.server";

export type EndingVault = {
  id: string;
  state: string;
  endsAt: Date;
  notices: number;
  files: number;
  bytes: number;
};

/** Lists what would be deleted until `end`, in order of deletion. Changes nothing and names no person. */
export async function listEnding(end: Date, now = clock.now()): Promise<EndingVault[]> {
  const ofVault = eq(media.vaultId, memories.id);
  const rows = await db
    .select({
      id: memories.id,
      state: memories.state,
      deliveredAt: memories.deliveredAt,
      heldUntil: memories.heldUntil,
      deleteAt: retentions.deleteAt,
      notices: retentions.notices,
      files: sql`(${db.select({ n: sql`count(*)` }).from(media).where(ofVault)})`.mapWith(Number),
      bytes: sql`(${db
        .select({ n: sql`coalesce(sum(${media.bytes}), 0)` })
        .from(media)
        .where(ofVault)})`.mapWith(Number),
    })
    .from(memories)
    .leftJoin(retentions, eq(retentions.vaultId, memories.id))
    .where(endingBefore(end))
    .orderBy(asc(memories.id));
  return rows
    .map(({ id, state, deliveredAt, heldUntil, deleteAt, notices, files, bytes }) => {
      const counted = notices ?? 0;
      // A notice that was not sent yet postpones the end.
      const soonest = addDays(now, NOTICE_DAYS[counted] ?? 0);
      const due = deleteAt ?? endOf({ state, deliveredAt, heldUntil }) ?? end;
      return {
        id,
        state,
        endsAt: counted === NOTICE_DAYS.length ? due : max([due, soonest]),
        notices: counted,
        files,
        bytes,
      };
    })
    .filter(({ endsAt }) => endsAt <= end)
    .sort((one, other) => one.endsAt.getTime() - other.endsAt.getTime());
}
