import type { FormFile } from "~/domain/media/media";
import { FileItem, FileRows } from "../media/file-item";

/** Files of the original vault; ticked ones are copied too. */
export function CopiedFiles({ files, ticked }: { files: FormFile[]; ticked: string[] | null }) {
  return (
    <fieldset className="media-fields">
      <legend className="field-label">From the vault you send again</legend>
      <FileRows>
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
                  defaultChecked={ticked === null || ticked.includes(file.id)}
                />
                <span>
                  Send it again<span className="visually-hidden"> {file.fileName}</span>
                </span>
              </label>
            }
          />
        ))}
      </FileRows>
    </fieldset>
  );
}
