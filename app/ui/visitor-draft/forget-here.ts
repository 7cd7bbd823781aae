import { saveFiles } from "./kept-files";
import { forgetMemory } from "./local-memories";

/** Takes everything of a form out of this browser. */
export async function forgetHere(formId: string): Promise<void> {
  forgetMemory(localStorage, formId);
  await saveFiles(formId, []);
}
