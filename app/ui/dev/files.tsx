import type { FormFile } from "~/domain/media/media";
import { FileItem, FileRows } from "../media/file-item";
import { MediaFields } from "../media/media-fields";
import { UploadRow } from "../media/upload-row";
import type { BrowserUpload } from "../media/uploads";
import { unbroken } from "./samples";
import { Section } from "./section";

const MB = 1024 * 1024;

/** Inline, so the page needs no file. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><path fill="#e8c48a" d="M0 0h6v4H0z"/><path fill="#7a4a32" d="m0 4 3-2 3 1v1z"/></svg>',
)}`;

const sample = (id: string, change: Partial<FormFile>): FormFile => ({
  id,
  state: "ready",
  kind: "photo",
  fileName: "The kitchen.jpg",
  altText: "",
  bytes: 3.1 * MB,
  receivedBytes: 3.1 * MB,
  contentType: "image/jpeg",
  width: 1200,
  height: 800,
  colour: "#b98a5e",
  ...change,
});

const onItsWay = (id: string, change: Partial<BrowserUpload>): BrowserUpload => ({
  id,
  kind: "video",
  content: { name: "Dancing.mp4", size: 40 * MB } as File,
  state: "sending",
  sentBytes: 15 * MB,
  ...change,
});
const NOTHING_TO_DO = { drop: () => {}, retry: () => {} };

const ON_THEIR_WAY: BrowserUpload[] = [
  onItsWay("u1", { serverId: "u1" }),
  onItsWay("u2", { kind: "audio", content: { name: "Lullaby.m4a", size: MB } as File, state: "queued", sentBytes: 0 }),
  onItsWay("u3", { state: "waiting" }),
  onItsWay("u4", { state: "checking", sentBytes: 40 * MB }),
  onItsWay("u5", { state: "stopped", message: "Failed to upload file: there is no connection." }),
  onItsWay("u6", { state: "refused", message: `“${unbroken}.mp4” is empty. Please choose it again.` }),
  onItsWay("u7", { state: "ready", serverId: "u7", sentBytes: 40 * MB }),
];

export function Files() {
  return (
    <>
      <Section id="files-empty" title="Files, none yet">
        <MediaFields type="letter" formId="empty" files={[]} />
      </Section>
      <Section id="files-refused" title="Files, refused">
        <MediaFields
          type="memory-board"
          formId="refused"
          files={[]}
          errors={{ photo: [`${unbroken}.jpg is larger than 25 MB. Please choose a smaller photo.`] }}
        />
      </Section>
      <Section id="files-scripted" title="Files, with script">
        <div data-scripted="">
          <MediaFields
            type="letter"
            formId="scripted"
            files={[]}
            errors={{ video: ["“Dancing.mp4” is empty. Please choose it again."] }}
          />
        </div>
        <FileRows>
          {ON_THEIR_WAY.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={NOTHING_TO_DO} />
          ))}
        </FileRows>
      </Section>
      <Section id="files-there" title="Files that are there">
        <FileRows>
          <FileItem file={sample("s1", { altText: "Mia dancing in the kitchen" })} src={picture} />
          <FileItem file={sample("s2", { fileName: `${unbroken}.jpg`, colour: null })} src={picture} />
          <FileItem file={sample("s3", { kind: "video", fileName: "Dancing.mp4", bytes: 212 * MB })} src={null} />
          <FileItem
            file={sample("s4", { kind: "audio", fileName: "تسجيل.m4a", state: "saved", bytes: 900_000 })}
            src={null}
          />
          <FileItem
            file={sample("s5", {
              kind: "video",
              fileName: "Later.mp4",
              state: "receiving",
              bytes: 40 * MB,
              receivedBytes: 15 * MB,
            })}
          />
        </FileRows>
      </Section>
    </>
  );
}
