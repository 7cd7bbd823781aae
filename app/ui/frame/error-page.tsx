import { ButtonLink } from "../base/button";
import { SentForm, type SentFormProps } from "./sent-form";

const SENT = "It’s our fault, and nothing is lost: what you sent is kept on this page. Please try again in a moment.";

export function ErrorPage({
  title = "Something went wrong",
  message = "It’s our fault, and nothing is lost: your vaults are safe, and so are their days.",
  reference,
  contact,
  retryHref = "",
  sent,
  headingLevel: Heading = "h1",
}: {
  title?: string;
  message?: string;
  /** Request id, to find the error in the log. */
  reference?: string;
  /** The operator's address; without one the reference leads to the contact form. */
  contact?: string | null | undefined;
  /** Defaults to the current page. */
  retryHref?: string;
  /** The form whose request failed. */
  sent?: SentFormProps | undefined;
  headingLevel?: "h1" | "h3";
}) {
  return (
    <div className="standalone">
      <svg className="drawing" viewBox="0 0 200 130" width="200" height="130" aria-hidden="true">
        <path className="drawing-sheet" d="M40 34h120v80H40z" />
        <path d="m40 114 46-40m74 40-46-40" className="drawing-faint" />
        <path className="drawing-sheet" d="m40 34 55 45c4 3 6 3 10 0l55-45z" />
        <path className="drawing-amber" d="M100 54c5 7 14 14 14 24a14 14 0 0 1-28 0c0-10 9-17 14-24Z" />
        <path d="m92 66 10 9-7 7 9 10" className="drawing-crack" />
        <path d="M16 122h168" className="drawing-dashed" />
      </svg>
      <Heading>{title}</Heading>
      <p className="lede">{sent ? SENT : message}</p>
      {sent ? (
        <SentForm {...sent} />
      ) : (
        <p className="actions">
          <ButtonLink href={retryHref}>Try again</ButtonLink>
          <ButtonLink variant="secondary" href="/?home">
            Return to Home
          </ButtonLink>
        </p>
      )}
      {reference && (
        <p className="small">
          If it happens again, please{" "}
          <a href={contact ? `mailto:${contact}` : `/contact?reference=${reference}`}>tell us</a> this reference:{" "}
          <code>{reference}</code>
        </p>
      )}
    </div>
  );
}
