import type { PieceFile, PieceProps } from "~/domain/board/wall-data";
import { copiesOf, downloadHref, Picture, sized } from "../media/picture";
import { Player } from "../media/player";

type Shown = Pick<PieceProps, "kind" | "text" | "author" | "file"> & {
  /** Page of a photo. */
  href?: string | null;
  reportHref?: string | null;
  /** Shown alone on the screen. */
  isLarge?: boolean;
};

const SIZES = "(min-width: 70rem) 16rem, (min-width: 44rem) 30vw, 94vw";

/** A print, a voice, a film or a note. */
export function Piece({ kind, text, author, file, href = null, reportHref = null, isLarge = false }: Shown) {
  // The photo's alternative text already says it.
  const isSilent = (file?.kind === "photo" && !file.altText) || undefined;
  return (
    <figure className={`piece piece-${kind}`}>
      {file?.kind === "photo" && <Photo file={file} text={text} author={author} href={href} isLarge={isLarge} />}
      {file && file.kind !== "photo" && <Player kind={file.kind} src={file.href} label={text || file.fileName} />}
      <figcaption>
        {text && (
          <p className="piece-text" dir="auto" lang="" aria-hidden={isSilent}>
            {text}
          </p>
        )}
        <small>
          <span>
            <span className="visually-hidden">From </span>
            <bdi>{author}</bdi>
          </span>{" "}
          {file && file.kind !== "photo" && !isLarge && (
            <a className="piece-link" href={downloadHref(file.href)} download>
              Save
              <span className="visually-hidden">
                {` this ${file.kind === "video" ? "video" : "recording"} from ${author}`}
              </span>
            </a>
          )}{" "}
          {reportHref && (
            <a className="piece-link" href={reportHref}>
              Report<span className="visually-hidden">{` this piece from ${author}`}</span>
            </a>
          )}
        </small>
      </figcaption>
    </figure>
  );
}

type PhotoProps = { file: PieceFile; text: string; author: string; href: string | null; isLarge: boolean };

/** The lightbox reads caption and author from the link. */
function Photo({ file, text, author, href, isLarge }: PhotoProps) {
  const { href: src, altText, width, height, colour, id } = file;
  const copies = copiesOf(src, width);
  const picture = (
    <Picture
      src={sized(src, isLarge ? 2160 : 480)}
      {...(copies && { srcSet: copies, sizes: isLarge ? "94vw" : SIZES })}
      alt={altText || text || `Photo from ${author}`}
      width={width}
      height={height}
      colour={colour}
    />
  );
  if (href === null) return picture;
  return (
    <a className="photo-link" id={`photo-${id}`} href={href} data-photo={text || altText} data-author={author}>
      {picture}
    </a>
  );
}
