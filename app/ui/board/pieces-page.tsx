import { Fragment } from "react";
import type { PieceProps } from "~/domain/board/wall-data";
import { Badge } from "../base/badge";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";
import { downloadHref } from "../media/picture";
import { CoHostList, type CoHostProps } from "./co-host-list";
import { Piece } from "./piece";

type Show = "all" | "waiting" | "shown" | "hidden" | "reported";

export type PiecesPageProps = {
  id: string;
  title: string;
  isWaiting: boolean;
  mayDelete: boolean;
  /** Empty while the board waits, and for co-hosts. */
  coHosts: CoHostProps[];
  show: Show;
  page: number;
  pages: number;
  tabs: { name: Show; count: number; href: string }[];
  pieces: ListedPiece[];
};

type ListedPiece = PieceProps & { version: number };

const TABS: Record<Show, string> = {
  all: "All",
  waiting: "Waiting for you",
  shown: "On the board",
  hidden: "Hidden",
  reported: "Reported",
};
const EMPTY: Record<Show, string> = {
  all: "Send the invite link around, and what your guests add appears here.",
  waiting: "You’ve looked at everything.",
  shown: "Nothing is on the board yet.",
  hidden: "You haven’t hidden anything.",
  reported: "Nobody has reported a piece.",
};

/** All pieces of a board for its hosts: approve, hide, restore, remove, download. */
export function PiecesPage({ result, ...list }: PiecesPageProps & { result: unknown }) {
  const { id, title, isWaiting, mayDelete, coHosts, show, tabs, pieces, page, pages } = list;
  return (
    <>
      <PageHead
        title="Pieces"
        kicker={<span dir="auto">{title}</span>}
        back={{ href: isWaiting ? `/memories/${id}/invite` : `/memories/${id}`, label: "Back" }}
      />
      <RefusalNotice result={result} choice="intent" />
      <nav className="wall-views" aria-label="Which pieces">
        {tabs
          .filter(({ name, count }) => count > 0 || name === show || name === "all")
          .map(({ name, count, href }) => (
            <Fragment key={name}>
              <a href={href} aria-current={name === show ? "page" : undefined}>
                {TABS[name]} ({count})
              </a>{" "}
            </Fragment>
          ))}
        <a href={`/memories/${id}/wall`}>See the wall</a>
      </nav>
      {pieces.length === 0 ? (
        <EmptyState title="No pieces here">
          {show === "all" && !isWaiting ? "Nobody added anything to this board." : EMPTY[show]}
        </EmptyState>
      ) : (
        <ul className="wall wall-host">
          {pieces.map((piece) => (
            <li key={piece.id}>
              <Piece {...piece} />
              <Moderation piece={piece} mayDelete={mayDelete} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="wall-nav" aria-label="Pages">
          {page > 1 && (
            <ButtonLink variant="secondary" href={`?show=${show}&page=${page - 1}`} rel="prev">
              Newer pieces
            </ButtonLink>
          )}
          <span className="small">
            Page {page} of {pages}
          </span>{" "}
          {page < pages && (
            <ButtonLink variant="secondary" href={`?show=${show}&page=${page + 1}`} rel="next">
              Older pieces
            </ButtonLink>
          )}
        </nav>
      )}
      {coHosts.length > 0 && (
        <Card title="Your co-hosts">
          <p>They still see every piece, and can hide it. Only you can remove pieces for good now.</p>
          <CoHostList id={id} hosts={coHosts} />
        </Card>
      )}
    </>
  );
}

/** A shown piece is hidden first, as hiding can be undone, and removed only then. */
function Moderation({ piece, mayDelete }: { piece: ListedPiece; mayDelete: boolean }) {
  const { id, version, state, file, isReported, author, on } = piece;
  const about = <span className="visually-hidden"> the piece from {author}</span>;
  return (
    <div className="moderation">
      <p className="small">
        {on}
        {isReported && <Badge tone="bad">Reported</Badge>}
        {state === "waiting" && <Badge tone="glow">Waiting for you</Badge>}
        {state === "hidden" && <Badge tone="plain">Hidden</Badge>}
      </p>
      <form method="post" className="actions">
        <CsrfField />
        <input type="hidden" name="post" value={id} />
        <input type="hidden" name="version" value={version} />
        {state === "waiting" && (
          <Button name="intent" value="approve">
            Approve{about}
          </Button>
        )}
        {state === "hidden" && (
          <Button variant="secondary" name="intent" value="restore">
            Restore{about}
          </Button>
        )}
        {state === "hidden" && mayDelete && (
          <Button variant="quiet" name="intent" value="remove">
            Remove for good{about}
          </Button>
        )}
        {state !== "hidden" && (
          <Button variant="quiet" name="intent" value="hide">
            Hide{about}
          </Button>
        )}
        {isReported && state === "shown" && (
          <Button variant="quiet" name="intent" value="restore">
            Leave it{about}
          </Button>
        )}
        {file && (
          <a className="row-link" href={downloadHref(file.href)} download>
            Download{about}
          </a>
        )}
      </form>
    </div>
  );
}
