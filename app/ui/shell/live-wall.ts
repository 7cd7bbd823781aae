import { useEffect, useState } from "react";
import type { WallData, WallPiece } from "~/domain/board/wall-data";
import { isPlaying } from "../base/is-playing";

/** `all`: the ids of the whole wall, with every connection. `isNew`: added since the page was loaded. */
type WallEvent =
  | { kind: "shown"; piece: WallPiece; isNew: boolean }
  | { kind: "gone"; id: string }
  | { kind: "all"; ids: string[] };

type Page = Pick<WallData, "pieces" | "total" | "people">;
type LiveWall = Page & { arrived: number };

/** The server's version is not the page's, so pieces may have another shape. */
type Outdated = { kind: "outdated" };

/** The waits double, as the wall may be closed for good. */
const RETRY_MS = { first: 15_000, longest: 240_000 };

/** During an update the next page may be outdated again. */
const RELOAD_EVERY_MS = 15_000;

/** New pieces as they arrive, newest first. Without script, the page refreshes itself. */
export function useLiveWall(url: string | null, page: Page): LiveWall {
  const [changed, setChanged] = useState<WallEvent[]>([]);
  useEffect(() => {
    if (url === null) return;
    let stream: EventSource;
    let retry: ReturnType<typeof setTimeout>;
    let wait = RETRY_MS.first;
    const reload = () => {
      if (isPlaying()) retry = setTimeout(reload, RELOAD_EVERY_MS);
      else location.reload();
    };
    const listen = () => {
      stream = new EventSource(`${url}&version=${window.__remixManifest.version}`);
      stream.onopen = () => {
        wait = RETRY_MS.first;
      };
      stream.onmessage = ({ data }) => {
        const event: WallEvent | Outdated = JSON.parse(data);
        if (event.kind !== "outdated") return setChanged((before) => [...before, event]);
        stream.close();
        retry = setTimeout(reload, RELOAD_EVERY_MS - performance.now());
      };
      // A lost connection is restored by the browser; a refused one, as while the server restarts, is not.
      stream.onerror = () => {
        if (stream.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(listen, wait);
        wait = Math.min(wait * 2, RETRY_MS.longest);
      };
    };
    listen();
    return () => {
      clearTimeout(retry);
      stream.close();
    };
  }, [url]);
  return wallAfter(changed, page);
}

/** `all` has the ids of the whole wall, undefined until the first connection. */
type Shown = { pieces: WallPiece[]; elsewhere: Set<string> | undefined; all: Set<string> | undefined };

/** A changed piece that was on another page of the wall is not shown as new. */
export function wallAfter(events: WallEvent[], page: Page): LiveWall {
  const begun: Shown = { pieces: page.pieces, elsewhere: undefined, all: undefined };
  const { pieces, all } = events.reduce(withEvent, begun);
  const arrived = pieces.filter(({ id }) => !page.pieces.some((one) => one.id === id)).length;
  const total = all?.size ?? page.total;
  const isSame = arrived === 0 && total === page.total;
  return { pieces, arrived, total, people: isSame ? page.people : null };
}

function withEvent({ pieces, elsewhere, all }: Shown, event: WallEvent): Shown {
  switch (event.kind) {
    case "gone":
      elsewhere?.delete(event.id);
      all?.delete(event.id);
      return { pieces: pieces.filter(({ id }) => id !== event.id), elsewhere, all };
    case "all": {
      const isThere = (id: string) => event.ids.includes(id);
      const before = elsewhere ? [...elsewhere] : event.ids;
      return {
        pieces: pieces.filter(({ id }) => isThere(id)),
        elsewhere: new Set(before.filter(isThere)),
        all: new Set(event.ids),
      };
    }
    case "shown": {
      const { piece, isNew } = event;
      all?.add(piece.id);
      if (pieces.some(({ id }) => id === piece.id))
        return { pieces: pieces.map((one) => (one.id === piece.id ? piece : one)), elsewhere, all };
      return elsewhere?.has(piece.id) && !isNew
        ? { pieces, elsewhere, all }
        : { pieces: [piece, ...pieces], elsewhere, all };
    }
  }
}
