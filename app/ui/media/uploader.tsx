import { type RefObject, useEffect, useRef } from "react";
import type { FormFile, FormPurpose, MediaKind } from "~/domain/media/media";
import { browserTransport, type Form, removeUpload } from "./browser-transport";
import { earlyRefusal } from "./early-refusal";
import { takeFiles } from "./given-files";
import { HeldForm } from "./held-form";
import { leaveRow, UploadRow } from "./upload-row";
import { isRunning } from "./upload-state";
import { holdUploads, Uploads, uploadsOf } from "./uploads";
import { UploadsDone } from "./uploads-done";

export { UploadRow };

/** The uploads of a form: those it has, or none yet. */
export function beginUploads(form: Form): Uploads {
  return uploadsOf(form.formId, () => new Uploads(browserTransport(form), (id) => void removeUpload(id, form.csrf)));
}

export type UploaderProps = {
  type: FormPurpose;
  formId: string;
  uploads: Uploads;
  /** The files that the form had when the page came, as far as they are still there. */
  there: FormFile[];
  /** Where the fields are that files are chosen with. */
  fieldset: RefObject<HTMLFieldSetElement>;
};

/** Takes whatever is chosen, dropped or pasted and sends it to the server at once; says what happens to it. */
export function Uploader({ type, formId, uploads, there, fieldset }: UploaderProps) {
  const list = uploads.all();
  const take = useRef<(kind: MediaKind | undefined, content: File) => void>(() => {});
  take.current = (kind, content) => {
    const ticked = fieldset.current?.querySelectorAll<HTMLInputElement>("[name=remove]:checked") ?? [];
    const leaving = [...ticked].map(({ value }) => value);
    const sending = uploads.all().filter(({ state }) => state !== "refused");
    const present = [
      ...there.filter(({ id }) => !leaving.includes(id)),
      ...sending.map((upload) => ({ kind: upload.kind, bytes: upload.content.size })),
    ];
    const half = there.find((file) => isRestOf(file, content));
    if (half) return uploads.add(half.kind, content, half.id);
    const message = earlyRefusal({ kind, name: content.name, type: content.type, size: content.size }, type, present);
    if (message) uploads.refuse(kind ?? "photo", content, message);
    else if (kind) uploads.add(kind, content);
  };

  useEffect(
    () => (fieldset.current ? takeFiles(fieldset.current, (kind, content) => take.current(kind, content)) : undefined),
    [fieldset],
  );
  useEffect(() => holdUploads(formId), [formId]);
  useEffect(() => {
    fieldset.current?.dispatchEvent(new CustomEvent("uploads", { bubbles: true, detail: list }));
  }, [fieldset, list]);
  useEffect(() => {
    const warn = (event: Event) => uploads.all().some(isRunning) && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [uploads]);
  useForgotten(there, uploads, fieldset);

  return (
    <>
      <UploadsDone list={list} />
      <HeldForm list={list} fieldset={fieldset} />
    </>
  );
}

/** What is not saved yet goes as soon as its box is ticked, and makes room; what is saved goes when the form is. */
function useForgotten(there: FormFile[], uploads: Uploads, fieldset: UploaderProps["fieldset"]): void {
  useEffect(() => {
    const forget = () => {
      for (const box of fieldset.current?.querySelectorAll<HTMLInputElement>("[name=remove]:checked") ?? []) {
        const file = there.find(({ id }) => id === box.value);
        if (!file || file.state === "saved") continue;
        leaveRow(box);
        uploads.forget(file.id);
      }
    };
    forget();
    const place = fieldset.current;
    place?.addEventListener("change", forget);
    return () => place?.removeEventListener("change", forget);
  }, [there, uploads, fieldset]);
}

/** Half of this very file is there already, as far as one can tell. */
const isRestOf = ({ state, fileName, bytes }: FormFile, { name, size }: File) =>
  state === "receiving" && fileName === name && bytes === size;
