import { useRouteError } from "@remix-run/react";
import { ButtonLink } from "../base/button";

type Words = { title: string; message: string };

const OUR_FAULT: Words = {
  title: "Something went wrong",
  message: "It’s our fault, and nothing is lost: your vaults are safe, and so are their days.",
};
const NO_CONNECTION: Words = {
  title: "We couldn’t reach Amberkeep",
  message: "Please check your connection and try again. Your vaults are safe, and so are their days.",
};
/** Chromium, Firefox and Safari each have their own words for a request that got no response. */
const NO_RESPONSE = /fetch|^Load failed/;

/** Blames the connection where a page could not be loaded because of it. */
export function ErrorPage({
  title = OUR_FAULT.title,
  message = OUR_FAULT.message,
  reference,
  contact,
  retryHref = "",
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
  headingLevel?: "h1" | "h3";
}) {
  const error = useRouteError();
  const isUnreached = error instanceof TypeError && NO_RESPONSE.test(error.message);
  const words = isUnreached ? NO_CONNECTION : { title, message };
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
      <Heading>{words.title}</Heading>
      <p className="lede">{words.message}</p>
      <p className="actions">
        <ButtonLink href={retryHref}>Try again</ButtonLink>
        <ButtonLink variant="secondary" href="/?home">
          Return to Home
        </ButtonLink>
      </p>
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
