import { createElement, Fragment } from "react";
import { showHref, WALL_VIEWS, type WallData, type WallPiece, type WallView, wallHref } from "~/domain/board/wall-data";
import { ButtonLink } from "../base/button";
import { Piece } from "../board/piece";
import { SLIDESHOW_FROM } from "./gallery";

const VIEWS: Record<WallView, string> = { grid: "All together", author: "By author", time: "By day" };

/** The pieces of a board, side by side, a page at a time. */
export function Wall({ wall }: { wall: WallData }) {
  if (wall.show !== null) return <Show wall={wall} number={wall.show} />;
  return (
    <div className="board">
      <header className="board-head">
        <p>{piecesInWords(wall)}</p>
        {wall.total > 2 && <Views {...wall} />} <PlayAll {...wall} />
      </header>
      <WallList {...wall} />
      <Pages {...wall} />
    </div>
  );
}

/**
 * The same under the head of an opened board, which has the count and the buttons, and with its photos as a slideshow.
 */
export function OpenedWall({ wall }: { wall: WallData }) {
  const photos = wall.pieces.filter(({ kind }) => kind === "photo");
  return (
    <div className="board">
      {wall.total > 2 && <Views {...wall} />}
      <WallList {...wall} />
      <Pages {...wall} />
      {photos.length >= SLIDESHOW_FROM && <Stage key={photos.map(({ id }) => id).join(" ")} />}
    </div>
  );
}

export function PlayAll({ total }: WallData) {
  return total > 1 ? (
    <ButtonLink href={showHref(1)} data-native>
      Play them all
    </ButtonLink>
  ) : null;
}

/** `8 pieces from 7 people`, or `8 pieces` */
export function piecesInWords({ total, people }: WallData): string {
  const pieces = total === 1 ? "1 piece" : `${total} pieces`;
  return people === null ? pieces : `${pieces} from ${people === 1 ? "1 person" : `${people} people`}`;
}

export function WallList({ pieces, authors, view }: Pick<WallData, "pieces" | "authors" | "view">) {
  if (view === "grid") return pieces.length > 0 && <Pieces pieces={pieces} />;
  const keys = view === "author" ? authors : pieces.map(({ on }) => on);
  return (
    <div className="wall-groups">
      {groupsOf(pieces, keys).map((group) => (
        <Group key={group[0]?.id} pieces={group} view={view} />
      ))}
    </div>
  );
}

function Group({ pieces, view }: Pick<WallData, "pieces" | "view">) {
  const heading = view === "author" ? pieces[0]?.author : pieces[0]?.on;
  return (
    <div className="wall-group">
      {heading && (
        <h2 className="wall-heading" dir="auto">
          {heading}
        </h2>
      )}
      <Pieces pieces={pieces} />
    </div>
  );
}

/** In characters: on paper, longer texts have the whole width. */
const COLUMN_MAX = 600;

function Pieces({ pieces }: Pick<WallData, "pieces">) {
  return (
    <ul className="wall">
      {pieces.map((piece) => (
        <li key={piece.id} className={piece.text.length > COLUMN_MAX ? "long" : undefined}>
          <Piece {...piece} />
        </li>
      ))}
    </ul>
  );
}

/** Neighbours with equal keys are a group. */
function groupsOf(pieces: WallPiece[], keys: unknown[]): WallPiece[][] {
  const groups: WallPiece[][] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && keys[index] === keys[index - 1]) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function Views({ view, isStill }: WallData) {
  return (
    <nav className="wall-views" aria-label="Order of the pieces">
      {WALL_VIEWS.map((one) => (
        <Fragment key={one}>
          <a href={wallHref({ view: one, isStill })} aria-current={one === view ? "page" : undefined}>
            {VIEWS[one]}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

function Pages({ page, pages, view, isStill }: WallData) {
  if (pages === 1) return null;
  return (
    <nav className="wall-nav" aria-label="Pages of the board">
      {page > 1 && (
        <ButtonLink variant="secondary" href={wallHref({ page: page - 1, view, isStill })} rel="prev">
          Earlier pieces
        </ButtonLink>
      )}
      <span className="small">
        Page {page} of {pages}
      </span>{" "}
      {page < pages && (
        <ButtonLink variant="secondary" href={wallHref({ page: page + 1, view, isStill })} rel="next">
          More pieces
        </ButtonLink>
      )}
    </nav>
  );
}

/** In seconds. */
const SHOWN_AT_LEAST = 8;
const CHARACTERS_READ_PER_SECOND = 15;

/**
 * One piece alone, for a screen in the room. Advances without script until it is paused, or comes to a recording or a
 * film. Its links load a new document, as removing the element does not stop a refresh.
 */
function Show({ wall: { pieces, total, isStill }, number }: { wall: WallData; number: number }) {
  const [piece] = pieces;
  const isPlayable = piece?.file && piece.file.kind !== "photo";
  const seconds = Math.max(SHOWN_AT_LEAST, Math.ceil((piece?.text.length ?? 0) / CHARACTERS_READ_PER_SECOND));
  const next = (number % total) + 1;
  const previous = ((number + total - 2) % total) + 1;
  return (
    <section className="show" aria-label="Slideshow">
      {!isStill && !isPlayable && <meta httpEquiv="refresh" content={`${seconds};url=${showHref(next)}`} />}
      {piece && <Piece {...piece} href={null} reportHref={null} isLarge />}
      <nav className="wall-nav" aria-label="Pieces" data-native>
        <ButtonLink variant="secondary" href={showHref(previous, isStill)} rel="prev">
          Previous
        </ButtonLink>
        {!isPlayable && (
          <ButtonLink variant="quiet" href={showHref(number, !isStill)}>
            {isStill ? "Play" : "Pause"}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" href={showHref(next, isStill)} rel="next">
          Next
        </ButtonLink>
        <span className="small">
          {number} of {total}
        </span>{" "}
        <a className="row-link" href={wallHref({})}>
          Back to the board
        </a>{" "}
      </nav>
    </section>
  );
}

/** Filled by app/ui/lightbox/photo-stage.ts when it is added; React leaves the content alone. */
function Stage() {
  return createElement("photo-stage", {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string keeps React from touching the content
    dangerouslySetInnerHTML: { __html: "" },
    suppressHydrationWarning: true,
  });
}
