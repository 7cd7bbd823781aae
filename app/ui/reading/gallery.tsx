import type { MediaItem } from "~/domain/vault/media-item";
import { Button } from "../button";
import { classNames } from "../class-names";
import { copiesOf, Picture, sized } from "../media/picture";

/** How wide a photo is shown, for the browser to choose a copy: in the column of the letter, upright there, and in the gallery. */
const LEAD_SIZES = "(min-width: 44rem) 40rem, 94vw";
const TALL_SIZES = "(min-width: 30rem) 26rem, 94vw";
const GALLERY_SIZES = "(min-width: 64rem) 20rem, (min-width: 44rem) 30vw, 47vw";

export type Photo = MediaItem & { pageHref: string };

/** A photo in the letter's own column: it leads to itself, large. */
export function LeadPhoto({ photo, total }: { photo: Photo; total: number }) {
  const isTall = photo.width !== null && photo.height !== null && photo.height > photo.width;
  return (
    <figure className={classNames("media-figure", isTall && "media-tall")}>
      <PhotoLink photo={photo} number={1} total={total} sizes={isTall ? TALL_SIZES : LEAD_SIZES} />
      <Caption words={photo.altText} />
    </figure>
  );
}

/** From how many photos on they are worth to be watched one after the other. */
const SLIDESHOW_FROM = 3;

/** The other photos side by side, uncut; each leads to itself, large, and with script they come by themselves. */
export function Gallery({ photos, before, total }: { photos: Photo[]; before: number; total: number }) {
  return (
    <>
      {total >= SLIDESHOW_FROM && (
        <p className="slideshow">
          <Button type="button" variant="secondary" data-slideshow>
            Watch as a slideshow
          </Button>
        </p>
      )}
      <Wall photos={photos} before={before} total={total} />
    </>
  );
}

function Wall({ photos, before, total }: { photos: Photo[]; before: number; total: number }) {
  return (
    <ul className="gallery">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <figure>
            <PhotoLink photo={photo} number={before + index + 1} total={total} sizes={GALLERY_SIZES} />
            <Caption words={photo.altText} />
          </figure>
        </li>
      ))}
    </ul>
  );
}

function PhotoLink({
  photo: { id, href, pageHref, altText, width, height, colour },
  number,
  total,
  sizes,
}: {
  photo: Photo;
  number: number;
  total: number;
  sizes: string;
}) {
  const copies = copiesOf(href, width);
  return (
    <a className="photo-link" id={`photo-${id}`} href={pageHref} data-photo={altText}>
      <Picture
        src={copies ? sized(href, 1080) : href}
        {...(copies && { srcSet: copies, sizes })}
        alt={altText || `Photo ${number} of ${total}`}
        width={width}
        height={height}
        colour={colour}
      />
    </a>
  );
}

/** Whoever hears the page has been told already what is in the picture. */
function Caption({ words }: { words: string }) {
  return words ? (
    <figcaption aria-hidden="true" dir="auto">
      {words}
    </figcaption>
  ) : null;
}
