import { Letter } from "../letter";
import { MediaFigures, type MediaItem } from "./media-figures";

export type Reading = { title: string; senderName: string; writtenOn: string; message: string; media: MediaItem[] };

/** The moment the product exists for: the letter, and nothing else. */
export function ReadingPage({ title, senderName, writtenOn, message, media }: Reading) {
  return (
    <Letter
      title={title}
      from={
        <>
          From <strong>{senderName}</strong>, written {writtenOn}
        </>
      }
      text={message}
      unfolds
    >
      <MediaFigures items={media} />
    </Letter>
  );
}
