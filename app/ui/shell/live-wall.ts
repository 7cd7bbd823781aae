import { useEffect, useState } from "react";
import type { WallPiece } from "~/domain/board/wall-data";

/** `all`: the ids of the whole wall, with every connection. `isNew`: added since the page was loaded. */
type WallEvent =
  | { kind: "shown"; piece: WallPiece; isNew: boolean }
  | { kind: "gone"; id: string }
  | { kind: "all"; ids: string[] };

/** New pieces as they arrive, newest first. Without script, or once the stream ends, the page refreshes itself. */
export function useLiveWall(url: string | null, pieces: WallPiece[]): { pieces: WallPiece[]; arrived: number } {
  const [changed, setChanged] = useState<WallEvent[]>([]);
  useEffect(() => {
    if (url === null) return;
    const stream = new EventSource(url);
    stream.onmessage = ({ data }) => setChanged((before) => [...before, JSON.parse(data) as WallEvent]);
    return () => stream.close();
  }, [url]);
  const shown = piecesAfter(changed, pieces);
  return { pieces: shown, arrived: Math.max(0, shown.length - pieces.length) };
}

type Shown = { pieces: WallPiece[]; elsewhere: Set<string> | undefined };

/** A piece that was on another page of the wall before is not shown as new when it changes. */
export function piecesAfter(events: WallEvent[], pieces: WallPiece[]): WallPiece[] {
  return events.reduce(withEvent, { pieces, elsewhere: undefined } as Shown).pieces;
}

function withEvent({ pieces, elsewhere }: Shown, event: WallEvent): Shown {
  switch (event.kind) {
    case "gone":
      elsewhere?.delete(event.id);
      return { pieces: pieces.filter(({ id }) => id !== event.id), elsewhere };
    case "all": {
      const isThere = (id: string) => event.ids.includes(id);
      const before = elsewhere ? [...elsewhere] : event.ids;
      return { pieces: pieces.filter(({ id }) => isThere(id)), elsewhere: new Set(before.filter(isThere)) };
    }
    case "shown": {
      const { piece, isNew } = event;
      if (pieces.some(({ id }) => id === piece.id))
        return { pieces: pieces.map((one) => (one.id === piece.id ? piece : one)), elsewhere };
      return elsewhere?.has(piece.id) && !isNew ? { pieces, elsewhere } : { pieces: [piece, ...pieces], elsewhere };
    }
  }
}
