import { isNavigating } from "../base/is-navigating";
import { fieldsOf, forgetMemory, listMemories, restorePending } from "./local-memories";

let last = Promise.resolve();

/** One at a time: every page that is opened while the first is on its way would start another. */
export function handOverHere(storage: Storage, csrf: string): Promise<void> {
  const { href } = location;
  const run = () => handOverFrom(href, storage, csrf);
  last = last.then(run, run);
  return last;
}

/**
 * Sends drafts to the account one by one, removing each once saved, then opens the page named by the server, unless it
 * is this one or the user has gone on meanwhile. A form that is open on this page stays open, and its own draft waits:
 * the form sends it.
 */
async function handOverFrom(href: string, storage: Storage, csrf: string): Promise<void> {
  restorePending(storage);
  let next: string | null = null;
  const open = document.querySelector<HTMLInputElement>("#vault [name=formId]");
  for (const memory of listMemories(storage)) {
    if (memory.formId === open?.value) continue;
    const body = fieldsOf(memory, new Date());
    body.set("csrf", csrf);
    try {
      const answer = await fetch(`/create/hand-over?type=${memory.type}`, { method: "POST", body });
      const said = (await answer.json()) as { ok: boolean; to: string | null };
      if (!said.ok) continue;
      forgetMemory(storage, memory.formId);
      next = said.to ?? next;
    } catch {
      return;
    }
  }
  const hasGoneOn = location.href !== href || isNavigating();
  if (next && !open && !hasGoneOn && next !== location.pathname + location.search) location.assign(next);
}
