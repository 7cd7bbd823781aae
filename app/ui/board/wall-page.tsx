import { type WallData, wallHref } from "~/domain/board/wall-data";
import { EmptyState } from "../base/empty-state";
import { Wall } from "../reading/wall";

/** In seconds, without script. */
const REFRESHED_EVERY = 15;

export type WallPageProps = {
  title: string;
  hostName: string;
  wall: WallData;
  /** Whether it shows new pieces as they come. */
  isLive: boolean;
  arrived: number;
};

/** A board during the event, and for its guests after the reveal. */
export function WallPage({ title, hostName, wall, isLive, arrived }: WallPageProps) {
  if (wall.show !== null)
    return (
      <>
        <h1 className="visually-hidden" dir="auto">
          {title}
        </h1>
        <Wall wall={wall} />
      </>
    );
  return (
    <>
      {isLive && !wall.isStill && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESHED_EVERY)} />
        </noscript>
      )}
      <header className="party-head">
        <h1 dir="auto">{title}</h1>
        <p>
          A memory board by <bdi>{hostName}</bdi>
          {isLive && (
            <span className="wall-news">
              {wall.isStill ? "." : ". New pieces appear by themselves."}{" "}
              <noscript>
                <a href={wallHref({ ...wall, isStill: !wall.isStill })}>
                  {wall.isStill ? "Show new pieces by themselves" : "Stop refreshing this page"}
                </a>
              </noscript>
            </span>
          )}
        </p>
      </header>
      <p className="visually-hidden" role="status">
        {arrived > 0 && (arrived === 1 ? "1 new piece" : `${arrived} new pieces`)}
      </p>
      {wall.total === 0 ? (
        <EmptyState title="Nothing here yet">The first piece will appear here.</EmptyState>
      ) : (
        <Wall wall={wall} />
      )}
    </>
  );
}
