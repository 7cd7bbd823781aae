import { EnvelopeBack } from "./envelope-back";

const SCRIPT_URL = "/opening.js";

/**
 * The first opening: the seal splits, the flap turns, the sheet rises. CSS alone, over the letter, which is on the page
 * from the start. Screen readers, print and reduced motion get only the letter.
 */
export function OpeningMoment({ name, writtenOn, title }: { name: string; writtenOn: string; title: string }) {
  return (
    <>
      <div className="opening-moment" aria-hidden="true">
        <EnvelopeBack name={name} day={writtenOn} sheet={title} />
      </div>
      <OpeningScript />
    </>
  );
}

export function OpeningScript() {
  return <script type="module" src={SCRIPT_URL} />;
}
