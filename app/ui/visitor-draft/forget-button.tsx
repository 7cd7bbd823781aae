import { Button } from "../base/button";

/** Discards a visitor's draft and, with JavaScript, the browser's copy. */
export function ForgetButton({ formId }: { formId: string }) {
  const forget = () => {
    import("./forget-here").then(({ forgetHere }) => forgetHere(formId)).catch(ignore);
  };
  return (
    <>
      <input type="hidden" name="draft" value={formId} />
      <Button variant="danger" onClick={forget}>
        Discard this draft
      </Button>
    </>
  );
}

/** A browser without storage has no copy. */
function ignore(): void {}
