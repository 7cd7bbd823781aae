import { saveFiles } from "./kept-files";
import { forgetMemory } from "./local-memories";

/** Removes everything of a form from this browser. */
export async function forgetHere(formId: string): Promise<void> {
  forgetMemory(localStorage, formId);
  await saveFiles(formId, []);
}
