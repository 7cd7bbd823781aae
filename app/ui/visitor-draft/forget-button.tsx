import { Button } from "../base/button";
import { FILES_DATABASE, FILES_STORE, MEMORIES_KEY, PENDING_KEY } from "./storage-keys";

/** Removes the browser's copy and its files also if the button is pressed before React runs. */
const FORGET = `{
  let form = document.currentScript.closest("form");
  form.addEventListener("submit", () => {
    let draft = form.elements.draft.value;
    for (let key of ["${MEMORIES_KEY}", "${PENDING_KEY}"]) try {
      let left = JSON.parse(localStorage[key]).filter(one => one.formId !== draft);
      if (left.length) localStorage[key] = JSON.stringify(left); else delete localStorage[key];
    } catch {}
    try {
      let opening = indexedDB.open("${FILES_DATABASE}", 1);
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onsuccess = () => {
        let store = opening.result.transaction("${FILES_STORE}", "readwrite").objectStore("${FILES_STORE}");
        store.index("form").getAllKeys(draft).onsuccess = ({ target }) => target.result.forEach(key => store.delete(key));
      };
    } catch {}
  });
}`.replace(/\n\s*/g, "");

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
