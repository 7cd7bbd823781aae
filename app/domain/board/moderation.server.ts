import { subHours } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deleteDiscarded } from "~/domain/media/discarded-files.server";
import { writeMessages } from "~/domain/outbox/message.server";
import { isOpen } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { inTransaction } from "~/services/db.server";
import { boardPosts, messages, profiles } from "~db/schema";
import type { PostState } from "./board";
import { type Board, findHostedBoard, lockBoard, mayDelete } from "./board.server";
import { listHosts } from "./hosts.server";
import { deletePostsOf } from "./posts.server";

export const MODERATIONS = ["approve", "hide", "restore", "remove"] as const;
export type Moderation = (typeof MODERATIONS)[number];

const STATES: Record<Exclude<Moderation, "remove">, PostState> = { approve: "shown", hide: "hidden", restore: "shown" };

/**
 * `gone`: its author has taken it back, or it was deleted, so there is nothing to decide. `changed`: what would be
 * shown is not what the host saw.
 */
export type ModerationResult = "done" | "refused" | "gone" | "changed";

/**
 * Refused for a sealed board, which shows its hosts nothing, and for a deletion by a co-host after the reveal. Deleting
 * a piece that is gone counts as done. `version` is the piece's as the host saw it.
 */
export async function moderatePost(
  user: User,
  { vaultId, postId, version }: { vaultId: string; postId: string; version?: number | undefined },
  moderation: Moderation,
  now = clock.now(),
): Promise<ModerationResult> {
  const board = await findHostedBoard(user, vaultId);
  if (!board) return "refused";
  const ofBoard = and(eq(boardPosts.id, postId), eq(boardPosts.vaultId, vaultId));
  const result = await inTransaction(async (tx): Promise<string[] | ModerationResult> => {
    const { state } = await lockBoard(tx, vaultId);
    if (state !== "scheduled" && !isOpen({ state })) return "refused";
    if (moderation === "remove") {
      return mayDelete(user, { ...board, state }) ? deletePostsOf(tx, ofBoard, now) : "refused";
    }
    const [post] = await tx.select().from(boardPosts).where(ofBoard);
    if (!post) return "gone";
    const decided = STATES[moderation];
    const isChanged = version !== undefined && version !== versionOfPost(post);
    const isDecided = post.state === "shown" && post.reportedAt === null;
    if (isChanged && decided === "shown" && !isDecided) return "changed";
    // A decision settles earlier reports.
    await tx.update(boardPosts).set({ state: decided, reportedAt: null, updatedAt: now }).where(ofBoard);
    return "done";
  });
  if (typeof result === "string") return result;
  await deleteDiscarded(result);
  return "done";
}

/** Changes with the piece's words and with its author's name. */
export const versionOfPost = ({ updatedAt }: { updatedAt: Date }) => updatedAt.getTime();

export type ReportedBoard = Pick<Board, "id" | "hostId" | "title">;

/** In an hour, to each host of a board. Each mail leads to the list of all reported pieces. */
const REPORTS_MAILED = 5;

/**
 * Notifies the hosts, once until they decide, and no more often than `REPORTS_MAILED`: one guest could report every
 * piece. The caller has checked that the reporter sees the piece.
 */
export async function reportPost(board: ReportedBoard, postId: string, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const ofBoard = and(eq(boardPosts.id, postId), eq(boardPosts.vaultId, board.id));
    const [post] = await tx.select().from(boardPosts).where(ofBoard).for("update");
    if (!post || post.reportedAt) return;
    await tx.update(boardPosts).set({ reportedAt: now }).where(ofBoard);
    const [owner] = await tx
      .select({ name: profiles.fullName, email: profiles.email })
      .from(profiles)
      .where(eq(profiles.id, board.hostId));
    const hosts = (await listHosts(tx, board.id)).filter(({ acceptedAt }) => acceptedAt !== null);
    const url = `${env.BASE_URL}/memories/${board.id}/pieces?show=reported`;
    const people = [...(owner ? [owner] : []), ...hosts];
    const ofBoardLately = and(eq(messages.vaultId, board.id), gt(messages.createdAt, subHours(now, 1)));
    const mailed = await tx.$count(messages, and(ofBoardLately, eq(messages.kind, "board_report")));
    if (mailed >= REPORTS_MAILED * people.length) return;
    await writeMessages(
      tx,
      people.map(({ name, email }) => ({
        kind: "board_report" as const,
        uniqueKey: `board_report:${postId}:${keyedDigest("board-report", JSON.stringify([now, email]), "base64url")}`,
        to: { name, email },
        props: { name, title: board.title, url },
        vaultId: board.id,
      })),
      now,
    );
  });
}
