import type { ReactNode } from "react";
import type { WallData } from "~/domain/board/wall-data";
import { Letter } from "../base/letter";
import { PageScript } from "../base/page-script";
import { SealLine, type SealLineData } from "../seal/seal-line";
import { MediaFigures } from "../vault/media-figures";
import { AfterReading, type AfterReadingProps } from "./after-reading";
import { CloseForm } from "./close-form";
import { Gallery, type GalleryItem, isPhoto, LeadPhoto } from "./gallery";
import { Reveal } from "./reveal";
import { OpenedWall, Wall } from "./wall";

export type Reading = {
  title: string;
  senderName: string;
  writtenOn: string;
  /** "today", or the full date. */
  openOn: string | null;
  /** The same as `YYYY-MM-DD`. */
  day: string | null;
  message: string;
  /** Null for letters, which have files as enclosures. */
  wall: WallData | null;
  media: GalleryItem[];
  /** Null for unsealed vaults. */
  seal: SealLineData | null;
  /** Null where the download is not allowed. */
  keepsakeHref: string | null;
  /** Null for readers other than the recipient. */
  after: AfterReadingProps | null;
};

export function ReadingPage({
  title,
  senderName,
  writtenOn,
  openOn,
  day,
  message,
  wall,
  media,
  seal,
  keepsakeHref,
  after,
  headingLevel,
  thanksHref = null,
  closeHref = null,
  children,
}: Reading & {
  headingLevel?: "h1" | "h3";
  thanksHref?: string | null;
  /** For readers who are not signed in. */
  closeHref?: string | null;
  children?: ReactNode;
}) {
  const [first, ...others] = media;
  const photos = media.filter(isPhoto);
  const further = others.filter(isPhoto);
  if (wall?.show) {
    return (
      <>
        <h1 className="visually-hidden" dir="auto">
          {title}
        </h1>
        <Wall wall={wall} />
      </>
    );
  }
  const hasPhotos = photos.length > 0 || wall?.pieces.some(({ kind }) => kind === "photo");
  const recordings = others.filter((item) => !isPhoto(item));
  return (
    <>
      {wall ? (
        <Reveal {...{ title, senderName, openOn, day, message, wall, thanksHref, headingLevel }} />
      ) : (
        <Letter
          title={title}
          from={
            <>
              From <strong dir="auto">{senderName}</strong>, written {writtenOn}
              {openOn && (
                <>
                  , <span className="phrase">for {openOn}</span>
                </>
              )}
            </>
          }
          text={message}
          {...(headingLevel && { headingLevel })}
        >
          {first &&
            (isPhoto(first) ? <LeadPhoto photo={first} total={photos.length} /> : <MediaFigures items={[first]} />)}
        </Letter>
      )}
      {further.length > 0 && <Gallery photos={further} before={photos.length - further.length} total={photos.length} />}
      {recordings.length > 0 && (
        <div className="recordings">
          <MediaFigures items={recordings} />
        </div>
      )}
      {wall && wall.total > 0 && <OpenedWall wall={wall} />}
      {seal && <SealLine {...seal} />}
      {keepsakeHref && (
        <p className="keepsake-line">
          <a href={keepsakeHref} data-native>
            Download
          </a>{" "}
          a copy to keep. It opens without us, and without a connection.
        </p>
      )}
      {children}
      {after && <AfterReading {...after} />}
      {closeHref && <CloseForm href={closeHref} what={wall ? "board" : "letter"} />}
      {hasPhotos && <PageScript src={LIGHTBOX_URL} />}
    </>
  );
}

const LIGHTBOX_URL = "/lightbox.js";
