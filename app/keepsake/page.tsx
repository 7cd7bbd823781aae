import { renderToStaticMarkup } from "react-dom/server";
import type { KeepsakeContent, KeepsakeFile } from "./content";
import { styles } from "./styles";

/** One page without network or scripts. Photos are inlined (`PICTURE`); video and audio play from files next to it. */
export function keepsakePage(content: KeepsakeContent): string {
  return `<!doctype html>\n${renderToStaticMarkup(<KeepsakePage {...content} />)}\n`;
}

function KeepsakePage({ title, from, message, isBoard, files, notes, seal, takenOn }: KeepsakeContent) {
  const kept = files.map((file) => <Kept key={file.path} {...file} />);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>
        <main>
          <article>
            <p className="from" dir="auto">
              {from}
            </p>
            <h1 dir="auto">{title}</h1>
            {!isBoard && kept}
            {message && (
              <div className="text" dir="auto">
                {message}
              </div>
            )}
            {isBoard && (
              <div className="wall">
                {kept}
                {notes.map((note) => (
                  <Note key={note.author + note.text} {...note} />
                ))}
              </div>
            )}
          </article>
          {seal && (
            <aside>
              <p>{seal.note}</p>
              <p>
                Its <a href="certificate.json">certificate</a> lies beside this page. Fingerprint:{" "}
                <code>{seal.fingerprint}</code>
              </p>
            </aside>
          )}
        </main>
        <footer>
          <p>
            Kept with Amberkeep, taken away on {takenOn}. The <a href="README.txt">README</a> says what else lies beside
            this page.
          </p>
        </footer>
      </body>
    </html>
  );
}

function Kept(file: KeepsakeFile) {
  const { kind, path, label, caption, author } = file;
  const link = kind === "photo" ? "Full size" : "The file itself";
  return (
    <figure>
      <Medium {...file} />
      <figcaption dir="auto">
        {caption ? `${caption} ` : ""}
        <a href={encodedPath(path)} aria-label={`${link}: ${label}`}>
          {link}
        </a>
      </figcaption>
      {author !== null && (
        <p className="from">
          From <bdi>{author}</bdi>
        </p>
      )}
    </figure>
  );
}

function Note({ text, author }: KeepsakeContent["notes"][number]) {
  return (
    <figure>
      <div className="text" dir="auto">
        {text}
      </div>
      <p className="from">
        From <bdi>{author}</bdi>
      </p>
    </figure>
  );
}

function Medium({ kind, path, label, caption, width, height, picture }: KeepsakeFile) {
  const src = encodedPath(path);
  // biome-ignore lint/a11y/useMediaCaption: uploads have descriptions, but no captions
  if (kind === "video") return <video src={src} controls preload="metadata" aria-label={label} />;
  // biome-ignore lint/a11y/useMediaCaption: as above
  if (kind === "audio") return <audio src={src} controls preload="metadata" aria-label={label} />;
  const size = width && height ? { width, height } : {};
  return <img src={picture ? `picture:${picture}` : src} alt={caption || label} {...size} />;
}

const encodedPath = (path: string) => path.split("/").map(encodeURIComponent).join("/");
