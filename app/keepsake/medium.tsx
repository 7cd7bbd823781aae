import { encodedPath, type KeepsakeFile } from "./content";

const NAMES = { photo: "Photo", video: "Film", audio: "Recording" };
const LINKS = { photo: "Full size", video: "Open the film", audio: "Open the recording" };

/** A photo as a print, or a player; with its caption, its link and, on boards, its author. */
export function Medium(file: KeepsakeFile) {
  const { kind, path, label, caption, author } = file;
  return (
    <figure className={kind}>
      {kind === "photo" ? <Print {...file} /> : <Player {...file} />}
      <figcaption>
        {(caption || kind !== "photo") && <span dir="auto">{caption || label}</span>}{" "}
        <a href={encodedPath(path)} aria-label={`${LINKS[kind]}: ${label}`}>
          {LINKS[kind]}
        </a>
        {kind !== "photo" && (
          <span className="on-paper">
            ({NAMES[kind]}, to be found as {path})
          </span>
        )}
      </figcaption>
      {author !== null && <Author name={author} />}
    </figure>
  );
}

export function Author({ name }: { name: string }) {
  return (
    <p className="from">
      From <bdi>{name}</bdi>
    </p>
  );
}

function Print({ path, label, width, height, picture }: KeepsakeFile) {
  const size = width && height ? { width, height } : {};
  return (
    <span className="print">
      <img src={picture ? `picture:${picture}` : encodedPath(path)} alt={label} {...size} />
    </span>
  );
}

function Player({ kind, path, label }: KeepsakeFile) {
  const src = encodedPath(path);
  // biome-ignore lint/a11y/useMediaCaption: uploads have descriptions, but no captions
  if (kind === "video") return <video src={src} controls preload="metadata" aria-label={label} />;
  // biome-ignore lint/a11y/useMediaCaption: as above
  return <audio src={src} controls preload="metadata" aria-label={label} />;
}
