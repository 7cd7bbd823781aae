/** A mail: the HTML part in a sandboxed frame, and the text part. */
export function MailSheet({ subject, text, frameHref }: { subject: string; text: string; frameHref: string }) {
  return (
    <>
      <iframe
        className="mail-frame"
        title={`The mail: ${subject}`}
        src={frameHref}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <details className="mail-text">
        <summary>The same mail as plain text</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </>
  );
}
