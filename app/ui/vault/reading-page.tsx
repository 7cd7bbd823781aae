import type { MediaItem } from "~/domain/vault/media-item";
import { Letter } from "../letter";
import { SealLine, type SealLineData } from "../seal/seal-line";
import { MediaFigures } from "./media-figures";

export type Reading = {
  title: string;
  senderName: string;
  writtenOn: string;
  message: string;
  media: MediaItem[];
  /** What is known of its seal, if it came under one. */
  seal: SealLineData | null;
};

/** The moment the product exists for: the letter, and nothing else. */
export function ReadingPage({
  title,
  senderName,
  writtenOn,
  message,
  media,
  seal,
  headingLevel,
}: Reading & { headingLevel?: "h1" | "h3" }) {
  return (
    <>
      <Letter
        title={title}
        from={
          <>
            From <strong>{senderName}</strong>, written {writtenOn}
          </>
        }
        text={message}
        unfolds
        {...(headingLevel && { headingLevel })}
      >
        <MediaFigures items={media} />
      </Letter>
      {seal && <SealLine {...seal} />}
    </>
  );
}
