import { useId } from "react";
import type { MediaKind } from "~/domain/media/media";
import { largestInWords } from "~/domain/media/media-words";
import { FieldError } from "../base/field-error";
import { Icon } from "../base/icons";

const ACCEPT: Record<MediaKind, string> = { photo: "image/*", video: "video/*", audio: "audio/*" };
const LABELS: Record<MediaKind, [one: string, several: string, now: string]> = {
  photo: ["Photo", "Photos", "Take a photo"],
  video: ["Video", "Videos", "Film a video"],
  audio: ["Audio", "Audio", "Record your voice"],
};

export type FileFieldProps = { kind: MediaKind; isSeveral: boolean; errors: string[] | undefined };

export function FileField({ kind, isSeveral, errors }: FileFieldProps) {
  const id = useId();
  const [error, hint] = [`${id}error`, `${id}hint`];
  return (
    <div className="media-slot">
      <span className="media-sign">
        <Icon name={kind} />
      </span>
      <label className="field-label" htmlFor={id}>
        {LABELS[kind][isSeveral ? 1 : 0]}
      </label>
      <p className="field-hint" id={hint}>
        {largestInWords(kind)}
      </p>
      <input
        className="file-field"
        type="file"
        id={id}
        name={kind}
        accept={ACCEPT[kind]}
        multiple={isSeveral}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${error} ${hint}` : hint}
      />
      <Icon name="plus" />
      {errors && <FieldError id={error}>{errors.join(" ")}</FieldError>}
    </div>
  );
}

/** Camera and microphone on phones: separate fields, as a field with `capture` offers no existing files. */
export function CaptureFields({ kinds, isOpen }: { kinds: readonly MediaKind[]; isOpen: boolean }) {
  return (
    <details className="more media-capture" open={isOpen || undefined}>
      <summary>Use the camera or the microphone</summary>{" "}
      {kinds.map((kind) => (
        <label key={kind} className="capture-button">
          <Icon name={kind} size={20} />
          <span>{LABELS[kind][2]}</span>
          <input
            className="file-field"
            type="file"
            name={kind}
            accept={ACCEPT[kind]}
            capture={kind === "photo" ? "environment" : "user"}
          />
        </label>
      ))}{" "}
    </details>
  );
}
