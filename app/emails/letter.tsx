import type { CSSProperties, ReactNode } from "react";
import { MailBlock } from "./block";
import { type EmailContent, STOP_LABEL } from "./content";
import { airmail, darkStyles, light } from "./palette";
import { sans, serif } from "./typefaces";

/** Loads no images or fonts. One table sets the width, for Outlook's Word engine. */
export function MailLayout({ content }: { content: EmailContent }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: light.paper }}>
        <div style={hidden}>{content.preheader}</div>
        <div className="paper" style={table}>
          <Sheet foot={<Foot {...content} />}>
            {content.note && (
              <p className="sunk ink line" style={note}>
                {content.note}
              </p>
            )}
            <h1 className="ink" style={title}>
              {content.title}
            </h1>
            {content.greeting && (
              <p className="ink" dir="auto" style={greeting}>
                {content.greeting}
              </p>
            )}
            {content.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
              <MailBlock key={index} block={block} />
            ))}
          </Sheet>
        </div>
      </body>
    </html>
  );
}

type FootProps = Pick<EmailContent, "closing" | "unsubscribeUrl" | "unsubscribeLabel">;

function Foot({ closing, unsubscribeUrl, unsubscribeLabel = STOP_LABEL }: FootProps) {
  return (
    <>
      <span style={{ fontFamily: serif, fontSize: 17 }}>Amberkeep</span>
      <br />
      {closing}
      {unsubscribeUrl && (
        <>
          <br />
          <a className="soft" href={unsubscribeUrl} style={{ color: light.soft }}>
            {unsubscribeLabel}
          </a>
        </>
      )}
    </>
  );
}

function Sheet({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  return (
    <table role="presentation" align="center" width={600} cellPadding={0} cellSpacing={0} style={frame}>
      <tbody>
        <tr>
          <td className="airmail" style={airmailCell}>
            &nbsp;
          </td>
        </tr>
        <tr>
          <td className="sheet" style={sheet}>
            {children}
          </td>
        </tr>
        <tr>
          <td className="soft" style={footCell}>
            {foot}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const hidden: CSSProperties = {
  display: "none",
  maxHeight: 0,
  overflow: "hidden",
  fontSize: 1,
  lineHeight: "1px",
  opacity: 0,
};

/** The background is for programs that drop the body element. */
const table: CSSProperties = { padding: "24px 12px", backgroundColor: light.paper };

/** Gmail and Yahoo drop `overflow-wrap`. A fixed layout and the old name keep long links within the width there, too. */
const frame: CSSProperties = {
  width: "100%",
  maxWidth: 600,
  margin: "0 auto",
  borderCollapse: "separate",
  tableLayout: "fixed",
  wordWrap: "break-word",
  overflowWrap: "anywhere",
};

const airmailCell: CSSProperties = {
  height: 6,
  fontSize: 1,
  lineHeight: "6px",
  backgroundColor: light.amber,
  backgroundImage: airmail,
};

const sheet: CSSProperties = {
  padding: "32px 28px 24px",
  backgroundColor: light.sheet,
  border: `1px solid ${light.line}`,
  borderTop: 0,
};

const note: CSSProperties = {
  margin: "0 0 24px",
  padding: "12px 16px",
  backgroundColor: light.sunk,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  fontFamily: sans,
  fontSize: 15,
  lineHeight: 1.5,
  color: light.ink,
};

const title: CSSProperties = {
  margin: "0 0 24px",
  fontFamily: serif,
  fontSize: 28,
  lineHeight: 1.2,
  fontWeight: 400,
  color: light.ink,
};

const greeting: CSSProperties = {
  margin: "0 0 16px",
  fontFamily: sans,
  fontSize: 17,
  lineHeight: 1.6,
  color: light.ink,
};

const footCell: CSSProperties = {
  padding: "20px 28px 40px",
  fontFamily: sans,
  fontSize: 14,
  lineHeight: 1.6,
  color: light.soft,
};
