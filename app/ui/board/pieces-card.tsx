import { ButtonLink } from "../base/button";
import { Card } from "../base/card";

/** `guests` have added something. */
export type BoardPieces = { all: number; guests: number; waiting: number; reported: number };

/** What guests added to a board, for its hosts. */
export function PiecesCard({ id, pieces }: { id: string; pieces: BoardPieces }) {
  if (pieces.all === 0) return null;
  const open = [
    pieces.waiting > 0 && `${pieces.waiting} waiting for you`,
    pieces.reported > 0 && `${pieces.reported} reported`,
  ].filter(Boolean);
  return (
    <Card tone={open.length > 0 ? "glow" : undefined} title={inWords(pieces)}>
      {open.length > 0 && <p>{open.join(", ")}.</p>}
      <div className="actions">
        <ButtonLink href={`/memories/${id}/pieces${pieces.waiting > 0 ? "?show=waiting" : ""}`}>
          Look through them
        </ButtonLink>
        <ButtonLink variant="secondary" href={`/memories/${id}/wall`}>
          See the wall
        </ButtonLink>
      </div>
    </Card>
  );
}

/** For example "12 pieces from 5 guests". */
function inWords({ all, guests }: BoardPieces): string {
  return `${all === 1 ? "1 piece" : `${all} pieces`} from ${guests === 1 ? "1 guest" : `${guests} guests`}`;
}
