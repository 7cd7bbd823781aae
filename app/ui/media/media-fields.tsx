import { useId, useRef, useState } from "react";
import { type FormFile, type FormPurpose, MEDIA_KINDS, type MediaKind, mediaLimits } from "~/domain/media/media";
import { countInWords } from "~/domain/media/media-words";
import { canRecord, RecordButton } from "../recorder/record-button";
import { CaptureFields, FileField } from "./file-field";
import { FileItem, FileRows } from "./file-item";
import { useUploader } from "./use-uploader";

export type MediaFieldsProps = {
  type: FormPurpose;
  /** Fields to show, all by default. */
  kinds?: readonly MediaKind[];
  formId: string;
  files: FormFile[];
  /** Errors of files sent with the form, by field. */
  errors?: Partial<Record<MediaKind, string[]>>;
};

/** With JavaScript, files are uploaded as soon as they are chosen; otherwise they are sent with the form. */
export function MediaFields({ type, kinds = MEDIA_KINDS, formId, files, errors = {} }: MediaFieldsProps) {
  const limits = mediaLimits(type);
  const count = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [ticked, setTicked] = useState(() => files.flatMap(({ id, isRemoved }) => (isRemoved ? id : [])));
  const { isScripted, loaded, now } = useUploader({ formId, type, fieldset });
  const records = isScripted && kinds.includes("audio") && canRecord();
  const isStillInForm = ({ id }: FormFile) =>
    !now.removed.includes(id) && now.list.every(({ serverId }) => serverId !== id);
  const inForm = files.filter(isStillInForm);
  const staying = inForm.filter(({ id, state }) => state !== "receiving" && !ticked.includes(id));
  const added = now.list.filter(({ state }) => state !== "refused");
  const shown = [...inForm, ...now.list.flatMap(({ file }) => file ?? [])];
  return (
    <fieldset
      ref={fieldset}
      className="media-fields"
      data-scripted={isScripted || undefined}
      data-full={(isScripted && staying.length + added.length >= limits.total) || undefined}
      aria-describedby={count}
      onChange={({ currentTarget }) => setTicked(tickedIn(currentTarget))}
    >
      <legend className="field-label">{legendOf(kinds)}</legend>
      <p className="field-hint" id={count}>
        {countInWords(type)}
      </p>
      {inForm.length + now.list.length > 0 && (
        <FileRows>
          {inForm.map((file) => (
            <FileItem key={file.id} file={file} />
          ))}
          {loaded &&
            now.list.map((upload) => (
              <loaded.UploadRow
                key={upload.id}
                upload={upload}
                altText={files.find(({ id }) => id === upload.serverId)?.altText}
                uploads={loaded.uploads}
              />
            ))}
        </FileRows>
      )}
      {shown.map(({ id }) => (
        <input key={id} type="hidden" name="shown" value={id} />
      ))}
      {now.removed.map((id) => (
        <input key={id} type="hidden" name="remove" value={id} />
      ))}
      {loaded && (
        <loaded.Uploader type={type} formId={formId} uploads={loaded.uploads} inForm={inForm} fieldset={fieldset} />
      )}
      <div className="media-slots">
        {kinds.map((kind) => (
          <FileField key={kind} kind={kind} isSeveral={limits[kind] > 1} errors={errors[kind]} />
        ))}
        <CaptureFields kinds={kinds.filter((kind) => !records || kind !== "audio")} isOpen={isScripted} />
        {records && <RecordButton fieldset={fieldset} />}
      </div>
    </fieldset>
  );
}

const tickedIn = (fields: HTMLElement) =>
  [...fields.querySelectorAll<HTMLInputElement>("[name=remove]:checked")].map(({ value }) => value);

/** `Photo, video or audio` */
function legendOf(kinds: readonly MediaKind[]): string {
  const [first = "", ...others] = kinds;
  const last = others.pop();
  const words = [first, ...others].join(", ") + (last ? ` or ${last}` : "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
