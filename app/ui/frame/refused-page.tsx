import { ButtonLink } from "../base/button";
import { PageHead } from "../base/page-head";
import { Refusal } from "../base/refusal";

/** Why a form without a page of its own was refused, and the way back to where it stands. */
export function RefusedPage({ result, back }: { result: unknown; back: string }) {
  return (
    <>
      <PageHead title="That did not work" />
      <Refusal result={result} />
      <p>
        <ButtonLink variant="secondary" href={back}>
          Back
        </ButtonLink>
      </p>
    </>
  );
}
