import { fieldsOf, forgetMemory, listMemories, takePending } from "./local-memories";

/**
 * Gives the account what this browser keeps, one memory after the other, and forgets each as soon as the account has it.
 * Most of it the account got already by signing in. Where something is left to be said or done, that page comes next.
 */
export async function handOverHere(storage: Storage, csrf: string): Promise<void> {
  takePending(storage);
  let next: string | null = null;
  for (const memory of listMemories(storage)) {
    const body = fieldsOf(memory);
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
