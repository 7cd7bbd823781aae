import { copyWidths } from "~/domain/media/media";

export type PictureProps = {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`: what is seen until the picture is. */
  colour: string | null;
};

/**
 * A picture on a ground of its own colour, in the place it will take: nothing moves when it comes. The ground is drawn,
 * since the page's policy admits no style attributes.
 */
export function Picture({
  src,
  srcSet,
  sizes,
  alt,
  colour,
  ...size
}: PictureProps & { srcSet?: string; sizes?: string }) {
  const [width, height] = [size.width ?? undefined, size.height ?? undefined];
  return (
    <span className="picture">
      {colour && (
        <svg viewBox={`0 0 ${width ?? 1} ${height ?? 1}`} preserveAspectRatio="none" aria-hidden="true">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}

/** The `srcset` of a photo of which the server keeps copies, or undefined where there are none. */
export function copiesOf(href: string, width: number | null): string | undefined {
  if (width === null) return undefined;
  return copyWidths(width)
    .map((copy) => `${sized(href, copy)} ${Math.min(copy, width)}w`)
    .join(", ");
}

/** The address of the copy of a photo that is nearest to `width` pixels. */
export function sized(href: string, width: number): string {
  return `${href}${href.includes("?") ? "&" : "?"}width=${width}`;
}

/** The address of a file that is to be kept as it is. */
export function forKeeping(href: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}download`;
}
