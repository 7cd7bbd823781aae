import { useEffect, useState } from "react";
import type { WallPiece } from "~/domain/board/wall-data";

type WallEvent = { kind: "shown"; piece: WallPiece } | { kind: "gone"; id: string } | { kind: "all"; ids: string[] };

/** New pieces as they arrive, newest first. Without script, or once the stream ends, the page refreshes itself. */
export function useLiveWall(url: string | null, pieces: WallPiece[]): { pieces: WallPiece[]; arrived: number } {
  const [changed, setChanged] = useState<WallEvent[]>([]);
  useEffect(() => {
    if (url === null) return;
    const stream = new EventSource(url);
    stream.onmessage = ({ data }) => setChanged((before) => [...before, JSON.parse(data) as WallEvent]);
    return () => stream.close();
  }, [url]);
  const shown = changed.reduce(withEvent, pieces);
  return { pieces: shown, arrived: Math.max(0, shown.length - pieces.length) };
}

function withEvent(pieces: WallPiece[], event: WallEvent): WallPiece[] {
  if (event.kind === "gone") return pieces.filter(({ id }) => id !== event.id);
  if (event.kind === "all") return pieces.filter(({ id }) => event.ids.includes(id));
  const isKnown = pieces.some(({ id }) => id === event.piece.id);
  return isKnown
    ? pieces.map((piece) => (piece.id === event.piece.id ? event.piece : piece))
    : [event.piece, ...pieces];
}
