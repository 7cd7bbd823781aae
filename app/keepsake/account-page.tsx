import { renderToStaticMarkup } from "react-dom/server";
import { styles } from "./styles";

/** `path` is null where there is nothing to open. */
type Listed = { title: string; about: string; path: string | null };
export type AccountPageContent = {
  name: string;
  takenOn: string;
  memories: Listed[];
  received: Listed[];
  /** Boards of others with pieces by the account. */
  pieces: Listed[];
};

/** The first page of an account's archive, without network or scripts. */
export function accountPage(content: AccountPageContent): string {
  return `<!doctype html>\n${renderToStaticMarkup(<AccountPage {...content} />)}\n`;
}

function AccountPage({ name, takenOn, memories, received, pieces }: AccountPageContent) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Everything from Amberkeep</title>
        <style>{styles}</style>
      </head>
      <body>
        <main>
          <article>
            <p className="from" dir="auto">
              {name}
            </p>
            <h1>Everything you kept</h1>
            {memories.length === 0 && <p>There were no memories when this was made.</p>}
            <List items={memories} />
            {received.length > 0 && (
              <>
                <h2>What you received</h2>
                <List items={received} />
              </>
            )}
            {pieces.length > 0 && (
              <>
                <h2>What you added to the boards of others</h2>
                <List items={pieces} />
              </>
            )}
          </article>
        </main>
        <footer>
          <p>
            Downloaded from Amberkeep on {takenOn}. The <a href="README.txt">README</a> says what else is in this
            folder.
          </p>
        </footer>
      </body>
    </html>
  );
}

function List({ items }: { items: Listed[] }) {
  return (
    <ul>
      {items.map(({ title, about, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is rendered once
        <li key={index}>
          {path === null ? <bdi>{title}</bdi> : <a href={path}>{title}</a>}
          <br />
          <small>{about}</small>
        </li>
      ))}
    </ul>
  );
}

/** For `README.txt` beside that page. */
export function accountReadme({ takenOn, source }: { takenOn: string; source: string }): string {
  return [
    "Everything from Amberkeep",
    "=========================",
    "",
    `Downloaded from ${source} on ${takenOn}.`,
    "",
    "index.html      A list of your memories. Open it in any browser; it needs no connection.",
    "memories/       A folder for each memory: its page, its words, its files, and what came back.",
    "received/       The same of what others sent you, once you had opened it.",
    "pieces/         The same of what you added to the boards of others.",
    "account.json    Your account, for programs.",
    "verify-certificate.mjs, certificate-format.md",
    "                Only if something was sealed: for checking its seal.",
    "MISSING.txt     Only if something could not be read.",
    "",
    "In each folder memory.json, letter.json or pieces.json describes it for programs. docs/export-format.md",
    "of Amberkeep explains them, and `npm run import` brings your memories into another installation.",
    "",
    "Unpack it, and keep two copies in two places.",
    "",
  ].join("\n");
}
