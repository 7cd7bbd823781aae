import { type MouseEvent, useEffect, useState } from "react";
import type { FormFile } from "~/domain/media/media";
import { fileInWords, sizeInWords } from "~/domain/media/media-words";
import { Button, ButtonLink } from "../base/button";
import { FieldError } from "../base/field-error";
import { Icon } from "../base/icons";
import { ProgressBar } from "../base/progress";
import { FileMore, FileRow, previewOf } from "./file-item";
import { Picture } from "./picture";
import { isRunning } from "./upload-state";
import type { BrowserUpload, Uploads } from "./uploads";

export type UploadRowProps = {
  upload: BrowserUpload;
  /** The description that the form was last sent with. */
  altText?: string | undefined;
  uploads: Pick<Uploads, "drop" | "retry">;
};

export function UploadRow({ upload, altText, uploads }: UploadRowProps) {
  const { id, kind, content, state, serverId, file } = upload;
  const { name } = content;
  const drop = ({ currentTarget }: MouseEvent) => {
    leaveRow(currentTarget);
    uploads.drop(id);
  };
  return (
    <FileRow
      picture={<Preview {...upload} />}
      name={name}
      about={<About {...upload} />}
      actions={
        <>
          {state === "refused" && kind === "audio" && <SaveHere content={content} />}
          {state === "stopped" && <FileButton label="Try again" fileName={name} onPress={() => uploads.retry(id)} />}
          <FileButton label={isRunning(upload) ? "Cancel" : "Remove"} fileName={name} onPress={drop} />
        </>
      }
    >
      {serverId && state !== "refused" && (kind === "photo" || file) && (
        <FileMore id={serverId} kind={kind} altText={altText} fileName={name} src={file && previewOf(file)} />
      )}
    </FileRow>
  );
}

function About({ kind, content, state, sentBytes, message }: BrowserUpload) {
  const bytes = content.size;
  if (message) {
    return <FieldError>{message}</FieldError>;
  }
  if (state === "ready") {
    return (
      <p className="small">
        <span className="file-done">
          <Icon name="check" size={18} /> Upload Complete
        </span>
        {fileInWords({ kind, bytes })}
      </p>
    );
  }
  const words = {
    queued: "Waiting for its turn",
    sending: `${sizeInWords(sentBytes)} of ${sizeInWords(bytes)}`,
    waiting: "No connection. It goes on by itself as soon as there is one.",
    failing: "Our server can’t take it just now. It goes on by itself.",
    checking: "Uploaded, and being checked",
  };
  return (
    <ProgressBar
      label={
        <>
          <span className="visually-hidden">{content.name}: </span>
          <span>{words[state as keyof typeof words]}</span>
        </>
      }
      value={sentBytes}
      max={bytes}
    />
  );
}

type FileButtonProps = { label: string; fileName: string; onPress: (event: MouseEvent) => void };

/** The accessible name includes the file name. */
function FileButton({ label, fileName, onPress }: FileButtonProps) {
  return (
    <Button type="button" variant="quiet" onClick={onPress}>
      <span>{label}</span>
      <span className="visually-hidden"> {fileName}</span>
    </Button>
  );
}

/** A recording made in this page is nowhere else. */
function SaveHere({ content }: { content: File }) {
  return (
    <ButtonLink variant="quiet" href={useObjectUrl(content) ?? ""} download={content.name}>
      Save to this device<span className="visually-hidden"> {content.name}</span>
    </ButtonLink>
  );
}

/** The local picture, until the server's small copy is loaded. */
function Preview({ kind, content, state, file }: BrowserUpload) {
  const copy = useLoaded(kind === "photo" && file ? file : undefined);
  const isShown = kind === "photo" && state !== "queued" && state !== "refused" && !copy;
  const local = useObjectUrl(isShown ? content : undefined);
  const [isUnreadable, setUnreadable] = useState(false);
  if (copy) return <Picture {...copy} src={previewOf(copy)} alt="" />;
  if (!local || isUnreadable) return <Icon name={kind} />;
  return (
    <span className="picture">
      <img src={local} alt="" decoding="async" onError={() => setUnreadable(true)} />
    </span>
  );
}

function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return setUrl(undefined);
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}

/** Returns the file once its copy is loaded, to swap pictures without a gap. */
function useLoaded(file: FormFile | undefined): FormFile | undefined {
  const [loaded, setLoaded] = useState<FormFile>();
  useEffect(() => {
    if (!file) return;
    const image = new Image();
    image.onload = () => setLoaded(file);
    image.src = previewOf(file);
    return () => {
      image.onload = null;
    };
  }, [file]);
  return loaded;
}

/** Moves the focus away from a row before it is removed. */
export function leaveRow(inside: Element): void {
  const row = inside.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const fields = inside.closest("fieldset")?.querySelector<HTMLElement>(".file-field");
  (next?.querySelector<HTMLElement>("button, [name=remove]") ?? fields)?.focus();
}
