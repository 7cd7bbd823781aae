import type { FormFile } from "~/domain/media/media";
import { FileItem } from "../media/file-item";

/** Files of the original vault; ticked ones are copied too. */
export function CopiedFiles({ files, ticked }: { files: FormFile[]; ticked: string[] | undefined }) {
  if (files.length === 0) return null;
  return (
    <fieldset className="media-fields">
      <legend className="field-label">From the vault you send again</legend>
      <ul className="files">
        {files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            actions={
              <label className="check">
                <input
                  type="checkbox"
                  name="copy"
                  value={file.id}
                  defaultChecked={ticked === undefined || ticked.includes(file.id)}
                />
                <span>
                  Send it again<span className="visually-hidden"> {file.fileName}</span>
                </span>
              </label>
            }
          />
        ))}
      </ul>
    </fieldset>
  );
}

/** Originals that are not in the form yet. */
export function withoutCopies(originals: FormFile[], files: FormFile[]): FormFile[] {
  return originals.filter(
    ({ fileName, bytes }) => !files.some((file) => file.fileName === fileName && file.bytes === bytes),
  );
}
