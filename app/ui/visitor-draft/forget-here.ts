import { keepFiles } from "./kept-files";
import { forgetMemory } from "./local-memories";

export async function forgetHere(formId: string): Promise<void> {
  forgetMemory(localStorage, formId);
  await keepFiles(formId, []);
}
