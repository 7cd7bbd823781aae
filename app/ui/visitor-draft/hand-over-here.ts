import { fieldsOf, forgetMemory, listMemories, takePending } from "./local-memories";

/** Sends drafts to the account one by one, removing each once saved, then opens the page named by the server. */
export async function handOverHere(storage: Storage, csrf: string): Promise<void> {
  takePending(storage);
  let next: string | null = null;
  for (const memory of listMemories(storage)) {
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
  if (next) location.assign(next);
}
