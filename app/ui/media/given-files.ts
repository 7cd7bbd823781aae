import { MEDIA_KINDS, type MediaKind } from "~/domain/media/media";
import { kindOf } from "./early-refusal";

type Take = (slot: MediaKind | undefined, content: File) => void;

/** Takes chosen, dropped and pasted files, and sets `data-dropping` during a drag. Returns a function that stops it. */
export function takeFiles(fieldset: HTMLElement, take: Take): () => void {
  const ends = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, listener, { signal: ends.signal, capture: true });

  const empty = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    input.value = "";
    for (const file of files) take(slotOf(input), file);
  };
  const isFileField = (element: EventTarget | null): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === "file" && fieldset.contains(element);

  for (const input of fieldset.querySelectorAll<HTMLInputElement>("[type=file]")) empty(input);
  on("change", ({ target }) => {
    if (isFileField(target)) empty(target);
  });
  on("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    fieldset.dataset.dropping = "";
  });
  on("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) delete fieldset.dataset.dropping;
  });
  on("drop", (event) => {
    delete fieldset.dataset.dropping;
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    // People aim at the page, not at a field, so the file's own kind decides.
    const slot = isFileField(event.target) ? slotOf(event.target) : undefined;
    for (const file of files) take(kindOf(file) ?? slot, file);
  });
  on("paste", (event) => {
    const { files, types } = event.clipboardData ?? {};
    if (!files?.length || types?.includes("text/plain")) return;
    event.preventDefault();
    for (const file of files) take(kindOf(file), file);
  });
  return () => ends.abort();
}

const slotOf = ({ name }: HTMLInputElement) => MEDIA_KINDS.find((kind) => kind === name);
