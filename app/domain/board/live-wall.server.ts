import { subSeconds } from "date-fns";
import * as clock from "~/services/clock.server";
import { log } from "~/services/log.server";
import { listChangedPieces, listPieceIds, type PostPiece } from "./pieces.server";
import { type WallViewer, withoutAccess } from "./wall-access.server";

/** A piece that appeared or changed, or the id of one that is no longer shown. */
export type WallEvent = { kind: "shown"; piece: PostPiece } | { kind: "gone"; id: string };
type Subscription = {
  viewer: WallViewer;
  onEvent: (event: WallEvent) => void;
  /** Called once the viewer may no longer see the wall. */
  onEnd: () => void;
};
/** `known` has the ids of the pieces that viewers may have seen. */
type Wall = { subscriptions: Set<Subscription>; known: Set<string> };

/** One poll per process serves all phones of all parties. */
const POLL_INTERVAL_MS = 1_000;
/** Clocks of processes differ, and rows are committed after their time was read. */
export const REREAD_SECONDS = 10;

const walls = new Map<string, Wall>();

type Poller = { timer: NodeJS.Timeout; since: Date; seen: Map<string, number>; isBusy: boolean };
let poller: Poller | undefined;

/** Reports changes of the board's wall. `shownIds` are on the viewer's page. Returns the unsubscribe function. */
export function subscribeToWall(subscription: Subscription, shownIds: string[]): () => void {
  const { vaultId } = subscription.viewer;
  const wall = walls.get(vaultId) ?? { subscriptions: new Set(), known: new Set() };
  walls.set(vaultId, wall);
  wall.subscriptions.add(subscription);
  for (const id of shownIds) wall.known.add(id);
  poller ??= startPolling();
  return () => unsubscribe(subscription);
}

function unsubscribe(subscription: Subscription): void {
  const { vaultId } = subscription.viewer;
  const wall = walls.get(vaultId);
  if (!wall?.subscriptions.delete(subscription)) return;
  if (wall.subscriptions.size === 0) walls.delete(vaultId);
  if (walls.size > 0) return;
  clearInterval(poller?.timer);
  poller = undefined;
}

function startPolling(): Poller {
  const timer = setInterval(() => void poll(started), POLL_INTERVAL_MS).unref();
  const started: Poller = { timer, since: clock.now(), seen: new Map(), isBusy: false };
  return started;
}

async function poll(current: Poller): Promise<void> {
  if (current.isBusy) return;
  current.isBusy = true;
  try {
    await endWithoutAccess();
    await publishChanges(current);
    await publishDeletions();
  } catch (error) {
    log.warn({ err: error }, "polling for new pieces failed; retrying at the next poll");
  } finally {
    current.isBusy = false;
  }
}

async function endWithoutAccess(): Promise<void> {
  const all = [...walls.values()].flatMap(({ subscriptions }) => [...subscriptions]);
  const ended = await withoutAccess(all.map(({ viewer }) => viewer));
  for (const subscription of all.filter(({ viewer }) => ended.has(viewer))) {
    unsubscribe(subscription);
    subscription.onEnd();
  }
}

async function publishChanges(current: Poller): Promise<void> {
  const since = subSeconds(current.since, REREAD_SECONDS);
  const startedAt = clock.now();
  for (const piece of await listChangedPieces([...walls.keys()], since)) {
    const version = piece.updatedAt.getTime();
    if (current.seen.get(piece.id) === version) continue;
    current.seen.set(piece.id, version);
    walls.get(piece.vaultId)?.known.add(piece.id);
    publish(piece.vaultId, wallEvent(piece));
  }
  current.since = startedAt;
  for (const [id, version] of current.seen) if (version < since.getTime()) current.seen.delete(id);
}

/** Deleted pieces leave no row: they are missing among those that were known before the ids are read. */
async function publishDeletions(): Promise<void> {
  const before = new Map([...walls].map(([vaultId, { known }]) => [vaultId, [...known]]));
  const ids = await listPieceIds([...before.keys()]);
  for (const [vaultId, known] of before) {
    for (const id of known.filter((one) => !ids.has(one))) {
      walls.get(vaultId)?.known.delete(id);
      publish(vaultId, { kind: "gone", id });
    }
  }
}

function publish(vaultId: string, event: WallEvent): void {
  for (const { onEvent } of walls.get(vaultId)?.subscriptions ?? []) onEvent(event);
}

/** For a page that was loaded at `since`. */
export async function wallEventsSince(vaultId: string, since: Date): Promise<WallEvent[]> {
  const pieces = await listChangedPieces([vaultId], subSeconds(since, REREAD_SECONDS));
  return pieces.map(wallEvent);
}

const wallEvent = (piece: PostPiece): WallEvent =>
  piece.state === "shown" ? { kind: "shown", piece } : { kind: "gone", id: piece.id };
