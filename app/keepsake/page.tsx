import { renderToStaticMarkup } from "react-dom/server";
import { KeepsakeMark, KeepsakePostmark, KeepsakeSeal, KeepsakeStamp } from "./art";
import type { KeepsakeContent, KeepsakeReply } from "./content";
import { Author, Medium } from "./medium";
import { styles } from "./styles";
import { WrittenText } from "./written-text";

/**
 * One page without network or scripts. Photos are inlined (`PICTURE`); video and audio play from files next to it.
 * `fonts` are rules as `fontFaces` returns them.
 */
export function keepsakePage(content: KeepsakeContent, fonts = ""): string {
  return `<!doctype html>\n${renderToStaticMarkup(<KeepsakePage {...content} fonts={fonts} />)}\n`;
}

function KeepsakePage({ fonts, ...content }: KeepsakeContent & { fonts: string }) {
  const { title, message, isBoard, files, seal, replies } = content;
  const [first, ...others] = isBoard ? [] : files;
  const prints = others.filter(({ kind }) => kind === "photo");
  const recordings = others.filter(({ kind }) => kind !== "photo");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style>{fonts + styles}</style>
      </head>
      <body>
        <main>
          <article>
            <Head {...content} />
            <h1 dir="auto">{title}</h1>
            {first && <Medium {...first} />}
            {message && <WrittenText text={message} />}
            {prints.length > 0 && <div className="prints">{prints.map(toMedium)}</div>}
            {recordings.map(toMedium)}
            {isBoard && <Wall {...content} />}
            {seal && <SealLine {...seal} />}
            {replies.length > 0 && <Replies replies={replies} />}
          </article>
        </main>
        <Foot {...content} />
      </body>
    </html>
  );
}

const toMedium = (file: KeepsakeContent["files"][number]) => <Medium key={file.path} {...file} />;

function Head({ from, to, written, arrived, due }: KeepsakeContent) {
  const then = arrived ? `arrived ${arrived.inFull}` : due && `for ${due.inFull}`;
  return (
    <header>
      <p className="from">
        From <strong dir="auto">{from}</strong>
        {to && (
          <>
            <br />
            to <strong dir="auto">{to}</strong>
          </>
        )}
        <br />
        <span className="whole">
          Written {written.inFull}
          {then && ","}
        </span>{" "}
        {then && <span className="whole">{then}</span>}
      </p>
      <div className="franking" aria-hidden="true">
        <KeepsakePostmark name="Written" day={written} />
        {arrived && <KeepsakePostmark name="Arrived" day={arrived} />}
        <KeepsakeStamp />
      </div>
    </header>
  );
}

/** In characters: on paper, longer notes have the whole width. */
const COLUMN_MAX = 600;

function Wall({ files, notes }: KeepsakeContent) {
  return (
    <div className="wall">
      {files.map(toMedium)}
      {notes.map(({ text, author }) => (
        <figure className={text.length > COLUMN_MAX ? "note long" : "note"} key={author + text}>
          <WrittenText text={text} />
          <Author name={author} />
        </figure>
      ))}
    </div>
  );
}

function SealLine({ sealedOn, isUnchanged, fingerprint }: NonNullable<KeepsakeContent["seal"]>) {
  return (
    <aside aria-label="Its seal">
      {isUnchanged && <KeepsakeSeal />}
      <div>
        {isUnchanged ? (
          <p className="sealed">Sealed on {sealedOn}, and unchanged since</p>
        ) : (
          <p>
            <strong>The seal does not match.</strong> It was sealed on {sealedOn}, but what’s here is no longer what was
            sealed. Please ask its sender, and tell us.
          </p>
        )}
        <p>
          The <a href="certificate.json">certificate</a> beside this page lets anyone check that, with or without us.
          Its fingerprint: <code>{fingerprint}</code>
        </p>
      </div>
    </aside>
  );
}

function Replies({ replies }: { replies: KeepsakeReply[] }) {
  return (
    <section aria-labelledby="replies">
      {replies.map(({ author, on, text, files }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <div className="reply" key={index}>
          {index === 0 && <h2 id="replies">What came back</h2>}
          <p className="from">
            From <strong dir="auto">{author}</strong>, {on}
          </p>
          <blockquote>
            {text && <WrittenText text={text} />}
            {files.map(toMedium)}
          </blockquote>
        </div>
      ))}
    </section>
  );
}

function Foot({ written, arrived, takenOn }: KeepsakeContent) {
  return (
    <footer>
      <KeepsakeMark />
      <p className="kept">
        Kept by Amberkeep {arrived ? `from ${written.inFull} to ${arrived.inFull}` : `since ${written.inFull}`}.
      </p>
      <p>
        Downloaded on {takenOn}. This page needs no connection and no account. The <a href="README.txt">README</a> says
        what else is in its folder.
      </p>
    </footer>
  );
}
