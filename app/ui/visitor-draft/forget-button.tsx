import { Button } from "../base/button";

/** Discards a visitor's draft; with script the browser's copy too. */
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

/** A browser without storage has kept nothing. */
function ignore(): void {}
