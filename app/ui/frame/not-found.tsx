import { ButtonLink } from "../base/button";

export function NotFound({
  isSignedIn,
  headingLevel: Heading = "h1",
}: {
  isSignedIn: boolean;
  headingLevel?: "h1" | "h3";
}) {
  return (
    <div className="standalone">
      <svg className="drawing" viewBox="0 0 240 150" width="240" height="150" aria-hidden="true">
        <path className="drawing-glow" d="M50 62 114 12c4-3 8-3 12 0l64 50z" />
        <path className="drawing-sunk" d="M50 62h140v78H50z" />
        <path className="drawing-sheet" d="m50 62 64 46c4 3 8 3 12 0l64-46v78H50z" />
        <path d="m50 140 52-40m88 40-52-40" className="drawing-faint" />
        <path d="M14 146h212" className="drawing-dashed" />
      </svg>
      <Heading>This page was never sealed here</Heading>
      <p className="lede">
        The address may be mistyped, or the page has moved.{isSignedIn && " Your vaults are safe."}
      </p>
      <ButtonLink href="/?home">Return to Home</ButtonLink>
    </div>
  );
}
