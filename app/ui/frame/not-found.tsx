import { ButtonLink } from "../base/button";
import { forTextArea } from "../base/field-frame";

export type NotFoundWords = {
  title?: string;
  message?: string;
  /** The typed text of a page's form that is gone. */
  text?: string;
};

export function NotFound({
  isSignedIn,
  title = "This page was never sealed here",
  message = `The address may be mistyped, or the page has moved.${isSignedIn ? " Your vaults are safe." : ""}`,
  text,
  headingLevel: Heading = "h1",
}: NotFoundWords & { isSignedIn: boolean; headingLevel?: "h1" | "h3" }) {
  return (
    <div className="standalone">
      <svg className="drawing" viewBox="0 0 240 150" width="240" height="150" aria-hidden="true">
        <path className="drawing-glow" d="M50 62 114 12c4-3 8-3 12 0l64 50z" />
        <path className="drawing-sunk" d="M50 62h140v78H50z" />
        <path className="drawing-sheet" d="m50 62 64 46c4 3 8 3 12 0l64-46v78H50z" />
        <path d="m50 140 52-40m88 40-52-40" className="drawing-faint" />
        <path d="M14 146h212" className="drawing-dashed" />
      </svg>
      <Heading>{title}</Heading>
      <p className="lede">{message}</p>
      {text && (
        <div className="field">
          <label className="field-label" htmlFor="typed">
            What you wrote
          </label>
          <textarea className="control" id="typed" rows={8} dir="auto" readOnly defaultValue={forTextArea(text)} />
        </div>
      )}
      <ButtonLink href="/?home">Return to Home</ButtonLink>
    </div>
  );
}
