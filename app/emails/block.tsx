import type { CSSProperties } from "react";
import type { Block, Fact } from "./content";
import { light } from "./palette";
import { sans, serif } from "./typefaces";

export function MailBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p className="ink" style={paragraph}>
          {block.text}
        </p>
      );
    case "button":
      return <Button label={block.label} url={block.url} />;
    case "facts":
      return <Facts facts={block.facts} />;
    case "code":
      return (
        <p className="sunk ink line" style={code}>
          {block.code}
        </p>
      );
    case "letter":
      return <WrittenText text={block.text} />;
    case "document":
      return (
        <pre className="sunk ink line" style={document}>
          {block.lines}
        </pre>
      );
  }
}

/** The URL is repeated below the button for mail programs that show no buttons. */
function Button({ label, url }: { label: string; url: string }) {
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: "8px 0 12px" }}>
        <tbody>
          <tr>
            <td className="resin" style={buttonCell}>
              <a className="on-resin" href={url} style={button}>
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="soft" style={bareLink}>
        Or open this link:
        <br />
        <a className="link" href={url} style={{ color: light.resin }}>
          {url}
        </a>
      </p>
    </>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl style={factList}>
      {facts.map((fact) => (
        <div key={fact.label} style={{ margin: "0 0 8px" }}>
          <dt className="soft" style={{ fontSize: 14, color: light.soft }}>
            {fact.label}
          </dt>
          <dd className="ink" dir="auto" style={{ margin: 0, color: light.ink }}>
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One element per line: line breaks survive without `pre-wrap`, and each line has its own direction. */
function WrittenText({ text }: { text: string }) {
  return (
    <div className="sunk ink line" style={letter}>
      {text.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <div key={index} {...directionOf(line)}>
          {withKeptSpaces(line) || <br />}
        </div>
      ))}
    </div>
  );
}

/** Matches a line whose first letter belongs to a right-to-left script, or that begins with an RLM. */
const RIGHT_TO_LEFT =
  /^[^\p{L}\u200e\u200f]*(?:\u200f|(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])/u;

/** Outlook knows no `dir="auto"`, GMX and Web.de no `dir`. */
const directionOf = (line: string) =>
  RIGHT_TO_LEFT.test(line) ? { dir: "rtl", style: { direction: "rtl" as const } } : { dir: "auto" };

/** Outlook and Samsung Email know no `pre-wrap`: they would drop indents, and blank lines that have a space. */
const withKeptSpaces = (line: string) => line.replace(/(?<=^| ) /g, "\u00a0");

const paragraph: CSSProperties = {
  margin: "0 0 16px",
  fontFamily: sans,
  fontSize: 17,
  lineHeight: 1.6,
  color: light.ink,
};

/** Outlook ignores the padding of links but honours this one. Elsewhere the link's padding makes the button a link. */
const forOutlook = { msoPaddingAlt: "14px 24px" };

const buttonCell: CSSProperties = { backgroundColor: light.resin, borderRadius: 10, ...forOutlook };

const button: CSSProperties = {
  display: "inline-block",
  padding: "14px 24px",
  fontFamily: sans,
  fontSize: 17,
  lineHeight: "24px",
  fontWeight: 700,
  color: light.onResin,
  textDecoration: "none",
};

const bareLink: CSSProperties = {
  margin: "0 0 24px",
  fontFamily: sans,
  fontSize: 14,
  lineHeight: 1.6,
  color: light.soft,
  wordBreak: "break-all",
};

const factList: CSSProperties = {
  margin: "8px 0 24px",
  padding: "4px 0 0 16px",
  borderLeft: `3px solid ${light.amber}`,
  fontFamily: sans,
  fontSize: 17,
  lineHeight: 1.5,
};

const code: CSSProperties = {
  margin: "8px 0 24px",
  padding: "16px 8px",
  backgroundColor: light.sunk,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  fontFamily: "Consolas, Menlo, monospace",
  // One line on a phone, also in letters of twice the size.
  fontSize: 30,
  lineHeight: 1.2,
  letterSpacing: "0.1em",
  textAlign: "center",
  color: light.ink,
};

const document: CSSProperties = {
  margin: "8px 0 24px",
  padding: "16px",
  backgroundColor: light.sunk,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  fontFamily: "Consolas, Menlo, monospace",
  fontSize: 12,
  lineHeight: 1.5,
  color: light.ink,
  whiteSpace: "pre-wrap",
  wordBreak: "break-all",
};

const letter: CSSProperties = {
  margin: "8px 0 24px",
  padding: "20px 24px",
  backgroundColor: light.sunk,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  fontFamily: serif,
  fontSize: 18,
  lineHeight: 1.75,
  color: light.ink,
  whiteSpace: "pre-wrap",
};
