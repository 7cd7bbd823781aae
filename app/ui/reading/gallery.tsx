import type { MediaItem } from "~/domain/access/media-item";
import { Button } from "../base/button";
import { classNames } from "../base/class-names";
import { columnSizes, copiesOf, downloadHref, isTall, Picture, sized } from "../media/picture";
import { Caption } from "./caption";

const GALLERY_SIZES = "(min-width: 64rem) 20rem, (min-width: 44rem) 30vw, 47vw";

/** `author` is null except on boards. */
export type GalleryItem = MediaItem & { pageHref: string; author: string | null };

export const isPhoto = ({ kind }: MediaItem) => kind === "photo";

export function LeadPhoto({ photo, total }: { photo: GalleryItem; total: number }) {
  return (
    <figure className={classNames("media-figure", isTall(photo) && "media-tall")}>
      <PhotoLink photo={photo} number={1} total={total} sizes={columnSizes(photo)} />
      <Caption words={photo.altText} />
    </figure>
  );
}

export const SLIDESHOW_FROM = 3;

export function Gallery({ photos, before, total }: { photos: GalleryItem[]; before: number; total: number }) {
  return (
    <>
      {total >= SLIDESHOW_FROM && (
        <p className="slideshow">
          <Button type="button" variant="secondary" data-slideshow>
            Watch as a slideshow
          </Button>
        </p>
      )}
      <ul className="gallery">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <figure>
              <PhotoLink photo={photo} number={before + index + 1} total={total} />
              <Caption words={photo.altText} />
            </figure>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The lightbox reads caption, author and file from this link. */
function PhotoLink({
  photo: { id, href, pageHref, altText, author, width, height, colour },
  number,
  total,
  sizes = GALLERY_SIZES,
}: {
  photo: GalleryItem;
  number: number;
  total: number;
  sizes?: string;
}) {
  const copies = copiesOf(href, width);
  return (
    <a
      className="photo-link"
      id={`photo-${id}`}
      href={pageHref}
      data-photo={altText}
      data-author={author}
      data-file={downloadHref(href)}
    >
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
