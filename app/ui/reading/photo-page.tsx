import type { MediaItem } from "~/domain/access/media-item";
import { ButtonLink } from "../base/button";
import { Icon } from "../base/icons";
import { copiesOf, downloadHref, Picture, sized } from "../media/picture";
import { Caption } from "./caption";

export type PhotoPageProps = {
  title: string;
  photo: MediaItem;
  caption: string;
  author: string | null;
  number: number;
  total: number;
  previousHref: string | null;
  nextHref: string | null;
  backHref: string;
};

export function PhotoPage({ title, photo, caption, author, ...place }: PhotoPageProps) {
  const { number, total, previousHref, nextHref, backHref } = place;
  const { href, altText, width, height, colour } = photo;
  const copies = copiesOf(href, width);
  return (
    <>
      <a className="back-link" href={backHref}>
        <Icon name="back" size={18} />
        <span>
          Back to “<bdi>{title}</bdi>”
        </span>
      </a>
      <h1 className="visually-hidden">{total > 1 ? `Photo ${number} of ${total}` : "Photo"}</h1>
      <figure className="photo-large">
        <Picture
          src={copies ? sized(href, 2160) : href}
          {...(copies && { srcSet: copies, sizes: "100vw" })}
          alt={altText || `Photo ${number} of ${total}`}
          width={width}
          height={height}
          colour={colour}
        />
        <Caption words={caption} author={author} isHeard={caption !== altText} />
      </figure>
      <nav className="photo-nav" aria-label="Photos">
        {previousHref && (
          <ButtonLink variant="secondary" href={previousHref} rel="prev">
            Previous
          </ButtonLink>
        )}
        {total > 1 && (
          <span className="small">
            {number} of {total}
          </span>
        )}{" "}
        {nextHref && (
          <ButtonLink variant="secondary" href={nextHref} rel="next">
            Next
          </ButtonLink>
        )}
        <a className="photo-save" href={downloadHref(href)} download>
          Save this photo
        </a>
      </nav>
    </>
  );
}
