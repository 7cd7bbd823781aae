import type { ReactNode } from "react";
import { Letter } from "../base/letter";
import { SealLine, type SealLineData } from "../seal/seal-line";
import { MediaFigures } from "../vault/media-figures";
import { AfterReading, type AfterReadingProps } from "./after-reading";
import { Gallery, isPhoto, LeadPhoto, type Piece } from "./gallery";
import { Wall } from "./wall";

export type Reading = {
  title: string;
  senderName: string;
  writtenOn: string;
  /** The day it was meant for, in words: "today", or the full date. */
  openOn: string | null;
  message: string;
  /** A board shows its pieces side by side, a letter as enclosures. */
  isBoard: boolean;
  media: Piece[];
  /** Null unless it was sealed. */
  seal: SealLineData | null;
  /** The download of the keepsake; null where it is not allowed. */
  keepsakeHref: string | null;
  /** The recipient's actions; null for other readers. */
  after: AfterReadingProps | null;
};

export function ReadingPage({
  title,
  senderName,
  writtenOn,
  openOn,
  message,
  isBoard,
  media,
  seal,
  keepsakeHref,
  after,
  headingLevel,
  children,
}: Reading & { headingLevel?: "h1" | "h3"; children?: ReactNode }) {
  const [first, ...others] = isBoard ? [] : media;
  const photos = media.filter(isPhoto);
  const further = others.filter(isPhoto);
  const recordings = others.filter((item) => !isPhoto(item));
  return (
    <>
      <Letter
        title={title}
        from={
          <>
            From <strong dir="auto">{senderName}</strong>, written {writtenOn}
            {openOn && `, to be opened ${openOn}`}
          </>
        }
        text={message}
        unfolds
        {...(headingLevel && { headingLevel })}
      >
        {first &&
          (isPhoto(first) ? <LeadPhoto photo={first} total={photos.length} /> : <MediaFigures items={[first]} />)}
      </Letter>
      {further.length > 0 && <Gallery photos={further} before={photos.length - further.length} total={photos.length} />}
      {recordings.length > 0 && (
        <div className="recordings">
          <MediaFigures items={recordings} />
        </div>
      )}
      {isBoard && media.length > 0 && <Wall pieces={media} />}
      {seal && <SealLine {...seal} />}
      {keepsakeHref && (
        <p className="keepsake-line">
          <a href={keepsakeHref} download>
            Download
          </a>{" "}
          to keep all of it, with its files as they are, for when we are no longer there.
        </p>
      )}
      {children}
      {after && <AfterReading {...after} />}
      {photos.length > 0 && <LightboxScript />}
    </>
  );
}

const LIGHTBOX_URL = "/lightbox.js";

/**
 * The only script on the pages of letters: it shows photos large over the page. A script element that React inserts does
 * not run, so after a navigation without reload a second one is added; a module of the same URL runs once.
 */
function LightboxScript() {
  return <script type="module" src={LIGHTBOX_URL} ref={runScript} />;
}

function runScript(element: HTMLScriptElement | null): void {
  if (!element) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: element.src }));
}
