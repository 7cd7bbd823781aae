import type { ReactNode } from "react";
import { ALT_TEXT_MAX_LENGTH, type FormFile, type MediaKind } from "~/domain/media/media";
import { ALT_TEXT_LABEL, fileInWords, sizeInWords } from "~/domain/media/media-words";
import { Icon } from "../base/icons";
import fileStyles from "./file-rows.css?url";
import { Picture } from "./picture";
import { Player } from "./player";

/** Brings its styles along, as most forms have no files when they are loaded. */
export function FileRows({ children }: { children: ReactNode }) {
  return (
    <>
      <link rel="stylesheet" href={fileStyles} />
      <ul className="files">{children}</ul>
    </>
  );
}

type RowParts = "picture" | "name" | "about" | "actions" | "children";

export function FileRow({ picture, name, about, actions, children }: Record<RowParts, ReactNode>) {
  return (
    <li className="file">
      <span className="file-picture">{picture}</span>
      <div className="file-facts">
        <p className="file-name">
          <bdi>{name}</bdi>
        </p>
        {about}
      </div>
      <div className="file-actions">{actions}</div>
      {children}
    </li>
  );
}

export type FileItemProps = {
  file: FormFile;
  /** URL of the preview; null for none. */
  src?: string | null;
  /** Replaces the checkbox for removal. */
  actions?: ReactNode;
};

/** Rounded, so that the two sizes may be the same. */
function arrivedInWords({ receivedBytes, bytes }: FormFile): string {
  const [received, all] = [sizeInWords(receivedBytes), sizeInWords(bytes)];
  return received === all ? `Not quite all of its ${all}` : `Only ${received} of ${all}`;
}

/** A file that is already in the form. */
export function FileItem({ file, src = previewOf(file), actions = <RemoveBox {...file} /> }: FileItemProps) {
  const { kind, fileName, state } = file;
  const isThere = state !== "receiving";
  return (
    <FileRow
      picture={kind === "photo" && isThere && src ? <Picture {...file} src={src} alt="" /> : <Icon name={kind} />}
      name={fileName}
      about={
        <p className="small">
          {isThere ? fileInWords(file) : `${arrivedInWords(file)} arrived. Choose the same file again to go on.`}
        </p>
      }
      actions={actions}
    >
      {isThere && <FileMore {...file} src={src} />}
    </FileRow>
  );
}

/** Alternative text of a photo, or the player of a video or recording. */
export function FileMore({
  id,
  kind,
  altText,
  fileName,
  src,
}: {
  id: string;
  kind: MediaKind;
  altText?: string | undefined;
  fileName: string;
  src: string | null | undefined;
}) {
  // Not in the grid of a field, where Firefox makes recordings as tall as a film.
  if (kind !== "photo") {
    return (
      <div className="file-more">
        <Player kind={kind} src={src} label={fileName} />
      </div>
    );
  }
  return (
    <div className="field file-more">
      <label className="field-label" htmlFor={`alt-${id}`}>
        {ALT_TEXT_LABEL}
      </label>
      <input
        className="control"
        id={`alt-${id}`}
        name={`alt_${id}`}
        defaultValue={altText}
        maxLength={ALT_TEXT_MAX_LENGTH}
        dir="auto"
      />
    </div>
  );
}

function RemoveBox({ id, fileName, isRemoved }: FormFile) {
  return (
    <label className="check">
      <input type="checkbox" name="remove" value={id} defaultChecked={isRemoved} />
      <span>
        Remove<span className="visually-hidden"> {fileName}</span>
      </span>
    </label>
  );
}

/** Photos are scaled down. */
export const previewOf = ({ id, state }: Pick<FormFile, "id" | "state">) =>
  state === "saved" ? `/media/${id}?width=480` : `/uploads/${id}/preview`;
