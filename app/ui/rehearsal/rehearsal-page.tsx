import type { ReactNode } from "react";
import { Badge } from "../base/badge";
import { Facts } from "../base/facts";
import { PageHead } from "../base/page-head";
import { type Reading, ReadingPage } from "../reading/reading-page";
import type { RehearsalData } from "./rehearsal-data";

type RehearsalPageProps = RehearsalData & {
  reading: Reading;
  /** How to get it in one's own mailbox. */
  children: ReactNode;
};

/** A preview of a delivery for its sender: the mail, and the page behind its link. */
export function RehearsalPage({ reading, children, ...rehearsal }: RehearsalPageProps) {
  const { heading, back, frameHref, mail, facts, ofCode, isEmpty } = rehearsal;
  return (
    <>
      <PageHead
        kicker={<Badge tone="glow">Rehearsal</Badge>}
        title={heading}
        lede="Only you see this, and it doesn’t go on the record."
        back={back}
      />
      <Step title="First, this email">
        <Facts items={facts} />
        <MailSheet {...mail} frameHref={frameHref} />
      </Step>
      {children}
      <Step title="Then, behind its link, this page">
        <p>{ofCode}</p>
        <div className="rehearsal-sheet">
          <ReadingPage {...reading} headingLevel="h3" />
          {isEmpty && <p className="small">There is nothing in it yet.</p>}
        </div>
      </Step>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** HTML part in a sandboxed frame, and text part. */
function MailSheet({ subject, text, frameHref }: { subject: string; text: string; frameHref: string }) {
  return (
    <>
      <iframe
        className="mail-frame"
        title={`The email: ${subject}`}
        src={frameHref}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <p>
        <a className="row-link" href={frameHref} target="_blank" rel="noreferrer">
          Open the whole email
        </a>
      </p>
      <details className="more mail-text">
        <summary>The same email as plain text</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </>
  );
}
