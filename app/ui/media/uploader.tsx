import { type RefObject, useEffect, useRef } from "react";
import type { FormFile, FormPurpose, MediaKind } from "~/domain/media/media";
import { browserTransport, type Form, requestRemoval } from "./browser-transport";
import { earlyRefusal } from "./early-refusal";
import { takeFiles } from "./given-files";
import { HeldForm } from "./held-form";
import { leaveRow, UploadRow } from "./upload-row";
import { holdUploads, Uploads, uploadsOf } from "./uploads";
import { UploadsDone } from "./uploads-done";

export { UploadRow };

/** Each change fires an `uploads` event on the document. */
export function beginUploads(form: Form): Uploads {
  return uploadsOf(form.formId, () => {
    const uploads = new Uploads(browserTransport(form), (id) => void requestRemoval(id));
    uploads.subscribe(() => document.dispatchEvent(new CustomEvent("uploads", { detail: uploads.all() })));
    return uploads;
  });
}

export type UploaderProps = {
  type: FormPurpose;
  formId: string;
  uploads: Uploads;
  /** Files in the form at page load that were not removed since. */
  inForm: FormFile[];
  /** Contains the file fields. */
  fieldset: RefObject<HTMLFieldSetElement>;
};

/** Uploads every chosen, dropped or pasted file at once and announces the result. */
export function Uploader({ type, formId, uploads, inForm, fieldset }: UploaderProps) {
  const take = (kind: MediaKind | undefined, content: File) => {
    const ticked = fieldset.current?.querySelectorAll<HTMLInputElement>("[name=remove]:checked") ?? [];
    const leaving = [...ticked].map(({ value }) => value);
    const sending = uploads.all().filter(({ state }) => state !== "refused");
    const present = [
      ...inForm.filter(({ id }) => !leaving.includes(id)),
      ...sending.map((upload) => ({ kind: upload.kind, bytes: upload.content.size })),
    ];
    const half = inForm.find((file) => isRestOf(file, content));
    if (half) return uploads.add(half.kind, content, half.id);
    const message = earlyRefusal({ kind, name: content.name, type: content.type, size: content.size }, type, present);
    if (message) uploads.refuse(kind ?? "photo", content, message);
    else if (kind) uploads.add(kind, content);
  };

  /** Ticked boxes remove unsaved files at once, and saved ones when the form is sent. */
  const removeTicked = () => {
    for (const box of fieldset.current?.querySelectorAll<HTMLInputElement>("[name=remove]:checked") ?? []) {
      const file = inForm.find(({ id }) => id === box.value);
      if (!file || file.state === "saved") continue;
      leaveRow(box);
      uploads.forget(file.id);
    }
  };
  const now = useRef({ take, removeTicked });
  now.current = { take, removeTicked };

  useEffect(() => {
    const { current: fields } = fieldset;
    if (!fields) return;
    const releaseForm = holdUploads(formId);
    const stopTaking = takeFiles(fields, (kind, content) => now.current.take(kind, content));
    const onChange = () => now.current.removeTicked();
    onChange();
    fields.addEventListener("change", onChange);
    return () => {
      fields.removeEventListener("change", onChange);
      stopTaking();
      releaseForm();
    };
  }, [formId, fieldset]);

  return (
    <>
      <UploadsDone now={uploads.snapshot()} />
      <HeldForm uploads={uploads} fieldset={fieldset} />
    </>
  );
}

/** Whether `file` looks like the rest of a partial upload. */
const isRestOf = ({ state, fileName, bytes }: FormFile, { name, size }: File) =>
  state === "receiving" && fileName === name && bytes === size;
