import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { FormPurpose } from "~/domain/media/media";
import { inTime } from "../base/in-time";
import { loadStyles } from "../base/load-styles";
import fileStyles from "./file-rows.css?url";
import { holdForm } from "./hold-form";
import type { FilesNow } from "./uploads";

type UploaderModule = typeof import("./uploader");

/** Cached for a form that is redrawn. */
let fetched: UploaderModule | undefined;

const NOTHING: FilesNow = { list: [], removed: [], arrived: 0 };
const nothing = () => NOTHING;
const never = () => () => {};

export type UploadingForm = { formId: string; type: FormPurpose; fieldset: RefObject<HTMLElement> };

/** Loads the uploader on first use. If that fails, files are sent with the form. */
export function useUploader({ formId, type, fieldset }: UploadingForm) {
  const [isScripted, setScripted] = useState(false);
  const [uploader, setUploader] = useState(fetched);

  useEffect(() => {
    setScripted(true);
    if (fetched) return setUploader(fetched);
    const ends = new AbortController();
    const hasChosen = () =>
      [...(fieldset.current?.querySelectorAll<HTMLInputElement>("[type=file]") ?? [])].some(
        ({ files }) => files?.length,
      );
    const load = () => {
      ends.abort();
      // A form sent before its files are taken over would send each of them twice.
      const hold = holdForm(fieldset.current?.closest("form"), hasChosen);
      inTime(Promise.all([import("./uploader"), loadStyles(fileStyles)]))
        .then(
          ([loaded]) => {
            fetched = loaded;
            flushSync(() => setUploader(loaded));
          },
          () => setScripted(false),
        )
        .then(() => {
          hold.end();
          setTimeout(hold.send);
        });
    };
    const options = { signal: ends.signal };
    for (const event of ["focusin", "pointerover", "change"]) fieldset.current?.addEventListener(event, load, options);
    document.addEventListener("dragenter", load, options);
    if (hasChosen()) load();
    return () => ends.abort();
  }, [fieldset]);

  const uploads = useMemo(() => uploader?.beginUploads({ formId, type }), [uploader, formId, type]);
  const now = useSyncExternalStore(uploads?.subscribe ?? never, uploads?.snapshot ?? nothing, nothing);
  return { isScripted, now, loaded: uploader && uploads && { ...uploader, uploads } };
}
