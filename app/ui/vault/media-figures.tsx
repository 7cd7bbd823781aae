export type MediaItem = {
  id: string;
  href: string;
  kind: string;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
};

/** Photographs, films and voices, each with the browser's own controls. */
export function MediaFigures({ items }: { items: MediaItem[] }) {
  return items.map((item) => (
    <figure key={item.id} className="media-figure">
      <Medium {...item} />
      {item.altText && item.kind !== "photo" && <figcaption>{item.altText}</figcaption>}
    </figure>
  ));
}

function Medium({ kind, href, altText, fileName, width, height }: MediaItem) {
  const label = altText || fileName;
  if (kind === "photo") {
    return <img src={href} alt={altText} width={width ?? undefined} height={height ?? undefined} loading="lazy" />;
  }
  // biome-ignore-start lint/a11y/useMediaCaption: people's own recordings come without captions; their text stands beside them
  if (kind === "video") return <video src={href} controls preload="metadata" aria-label={label} />;
  return <audio src={href} controls preload="metadata" aria-label={label} />;
  // biome-ignore-end lint/a11y/useMediaCaption: as above
}
