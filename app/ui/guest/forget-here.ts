import { forgetMemory } from "./guest-memories";
import { keepFiles } from "./kept-files";

/** Takes everything of a form out of this browser. */
export async function forgetHere(formId: string): Promise<void> {
  forgetMemory(localStorage, formId);
  await keepFiles(formId, []);
}
