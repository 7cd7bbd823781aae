import { ButtonLink } from "../base/button";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";

export const REFUSED_TITLE = "That didn’t work";

/** For a form that has no page of its own. */
export function RefusedPage({ result, choice, back }: { result: unknown; choice?: string; back: string }) {
  return (
    <>
      <PageHead title={REFUSED_TITLE} />
      <RefusalNotice result={result} choice={choice} />
      <p>
        <ButtonLink variant="secondary" href={back}>
          Back
        </ButtonLink>
      </p>
    </>
  );
}
