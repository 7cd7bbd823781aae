import { createElement } from "react";
import { Player } from "../media/player";
import { Caption } from "./caption";
import { isPhoto, PhotoLink, type Piece, SLIDESHOW_FROM } from "./gallery";

/** The pieces of a board, side by side. */
export function Wall({ pieces }: { pieces: Piece[] }) {
  const photos = pieces.filter(isPhoto);
  return (
    <div className="board">
      {photos.length >= SLIDESHOW_FROM && <Stage />}
      <ul className="gallery wall">
        {pieces.map((piece) => (
          <li key={piece.id}>
            <figure>
              {isPhoto(piece) ? (
                <PhotoLink photo={piece} number={photos.indexOf(piece) + 1} total={photos.length} />
              ) : (
                <Player kind={piece.kind} src={piece.href} label={piece.altText || piece.fileName} />
              )}
              <Caption words={piece.altText} author={piece.author} isHeard={!isPhoto(piece)} />
            </figure>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Filled by app/ui/lightbox/photo-stage.ts; React leaves the content alone. */
function Stage() {
  return createElement("photo-stage", {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string keeps React from touching the content
    dangerouslySetInnerHTML: { __html: "" },
    suppressHydrationWarning: true,
  });
}
