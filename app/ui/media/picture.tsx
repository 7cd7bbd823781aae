import { copyWidths } from "~/domain/media/media";

export type PictureProps = {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until the picture is loaded. */
  colour: string | null;
};

/** Reserves the final size. The colour is an SVG because the CSP allows no style attributes. */
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

/** Whether a photo in a column of text is upright, which makes it narrower. */
export const isTall = ({ width, height }: Pick<PictureProps, "width" | "height">) =>
  width !== null && height !== null && height > width;

/** `sizes` of a photo in a column of text. */
export const columnSizes = (photo: Pick<PictureProps, "width" | "height">) =>
  isTall(photo) ? "(min-width: 30rem) 26rem, 94vw" : "(min-width: 44rem) 40rem, 94vw";

/** Undefined if the server has no copies. */
export function copiesOf(href: string, width: number | null): string | undefined {
  if (width === null) return undefined;
  return copyWidths(width)
    .map((copy) => `${sized(href, copy)} ${Math.min(copy, width)}w`)
    .join(", ");
}

/** URL of the copy nearest to `width` pixels. */
export function sized(href: string, width: number): string {
  return `${href}${href.includes("?") ? "&" : "?"}width=${width}`;
}

/** URL that downloads the original. */
export function downloadHref(href: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}download`;
}
