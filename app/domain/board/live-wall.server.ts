import { subSeconds } from "date-fns";
import * as clock from "~/services/clock.server";
import { log } from "~/services/log.server";
import { listChangedPieces, type PostPiece } from "./pieces.server";

/** A piece that appeared or changed, or, without a text, one that is no longer shown. */
export type WallEvent = { kind: "shown"; piece: PostPiece } | { kind: "gone"; id: string };
type Listener = (event: WallEvent) => void;

/** One poll per process serves all phones of all parties. */
const POLL_INTERVAL_MS = 1_000;
/** Clocks of processes differ, and rows are committed after their time was read. */
const REREAD_SECONDS = 10;

const listeners = new Map<string, Set<Listener>>();

type Poller = { timer: NodeJS.Timeout; since: Date; seen: Map<string, number>; isBusy: boolean };
let poller: Poller | undefined;

/** Every change of the board's wall after now. Returns the unsubscribe function. */
export function subscribeToWall(vaultId: string, listener: Listener): () => void {
  const own = listeners.get(vaultId) ?? new Set();
  listeners.set(vaultId, own.add(listener));
  poller ??= startPolling();
  return () => {
    own.delete(listener);
    if (own.size === 0 && listeners.get(vaultId) === own) listeners.delete(vaultId);
    if (listeners.size > 0) return;
    clearInterval(poller?.timer);
    poller = undefined;
  };
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
    const since = subSeconds(current.since, REREAD_SECONDS);
    current.since = clock.now();
    for (const piece of await listChangedPieces([...listeners.keys()], since)) {
      const version = piece.updatedAt.getTime();
      if (current.seen.get(piece.id) === version) continue;
      current.seen.set(piece.id, version);
      for (const listener of listeners.get(piece.vaultId) ?? []) listener(wallEvent(piece));
    }
    for (const [id, version] of current.seen) if (version < since.getTime()) current.seen.delete(id);
  } catch (error) {
    log.warn({ err: error }, "polling for new pieces failed; retrying at the next poll");
  } finally {
    current.isBusy = false;
  }
}

/** For a page that was loaded at `since`. */
export async function wallEventsSince(vaultId: string, since: Date): Promise<WallEvent[]> {
  const pieces = await listChangedPieces([vaultId], subSeconds(since, REREAD_SECONDS));
  return pieces.map(wallEvent);
}

const wallEvent = (piece: PostPiece): WallEvent =>
  piece.state === "shown" ? { kind: "shown", piece } : { kind: "gone", id: piece.id };
