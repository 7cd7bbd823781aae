import { useEffect, useRef } from "react";
import { Button } from "../base/button";

/** Throws a guest's draft away; with script what the browser has of it goes, too. */
export function ForgetButton({ formId }: { formId: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    const forget = () => {
      import("./forget-here").then(({ forgetHere }) => forgetHere(formId)).catch(ignore);
    };
    form?.addEventListener("submit", forget);
    return () => form?.removeEventListener("submit", forget);
  }, [formId]);
  return (
    <>
      <input type="hidden" name="draft" value={formId} ref={field} />
      <Button variant="danger">Discard this draft</Button>
    </>
  );
}

/** A browser that cannot forget has kept nothing. */
function ignore(): void {}
