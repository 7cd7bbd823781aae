import { Button } from "../base/button";
import { MEMORIES_KEY, PENDING_KEY } from "./storage-keys";

/** Removes the browser's copy also if the button is pressed before React runs. */
const FORGET = `{let form=document.currentScript.closest("form");form.addEventListener("submit",()=>{for(let key of ["${MEMORIES_KEY}","${PENDING_KEY}"])try{let left=JSON.parse(localStorage[key]).filter(one=>one.formId!==form.elements.draft.value);if(left.length)localStorage[key]=JSON.stringify(left);else delete localStorage[key]}catch{}})}`;

/** Discards a visitor's draft and, with JavaScript, the browser's copy. */
export function ForgetButton({ formId, nonce }: { formId: string; nonce: string }) {
  const forget = () => {
    import("./forget-here").then(({ forgetHere }) => forgetHere(formId)).catch(ignore);
  };
  return (
    <>
      <input type="hidden" name="draft" value={formId} />
      <Button variant="danger" onClick={forget}>
        Discard this draft
      </Button>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
        dangerouslySetInnerHTML={{ __html: FORGET }}
      />
    </>
  );
}

/** A browser without storage has no copy. */
function ignore(): void {}
