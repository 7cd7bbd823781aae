import type { MediaItem } from "~/domain/access/media-item";
import { classNames } from "../base/class-names";
import { columnSizes, copiesOf, downloadHref, isTall, Picture, sized } from "../media/picture";
import { Player } from "../media/player";

export function MediaFigures({ items }: { items: MediaItem[] }) {
  const photos = items.filter(({ kind }) => kind === "photo");
  return items.map((item) => (
    <figure key={item.id} className={classNames("media-figure", isTall(item) && "media-tall")}>
      <Medium {...item} number={photos.indexOf(item) + 1} total={photos.length} />
      {item.kind !== "photo" && (
        <figcaption>
          {item.altText && <p dir="auto">{item.altText}</p>}
          {/* Not every browser plays every format. */}
          <a className="row-link on-screen" href={downloadHref(item.href)} download>
            Save this {item.kind === "video" ? "video" : "recording"}
          </a>
        </figcaption>
      )}
    </figure>
  ));
}

type Numbered = MediaItem & { number: number; total: number };

function Medium({ kind, href, altText, fileName, width, height, colour, number, total }: Numbered) {
  if (kind !== "photo") return <Player kind={kind} src={href} label={altText || fileName} />;
  const copies = copiesOf(href, width);
  return (
    <Picture
      src={copies ? sized(href, 1080) : href}
      {...(copies && { srcSet: copies, sizes: columnSizes({ width, height }) })}
      alt={altText || `Photo ${number} of ${total}`}
      width={width}
      height={height}
      colour={colour}
    />
  );
}
