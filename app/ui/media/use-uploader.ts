import { type RefObject, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { FormPurpose } from "~/domain/media/media";
import { CsrfContext } from "../csrf-field";
import type { FilesNow } from "./uploads";

type UploaderModule = typeof import("./uploader");

/** Once it is there it stays, also for a form that is drawn anew. */
let fetched: UploaderModule | undefined;

const NOTHING: FilesNow = { list: [], removed: [] };
const nothing = () => NOTHING;
const never = () => () => {};

export type UploadingForm = { formId: string; type: FormPurpose; fieldset: RefObject<HTMLElement> };

/**
 * What sends files as soon as they are chosen, and what has become of them. It is fetched when somebody turns to the
 * fields, and takes over what they chose meanwhile; if it cannot be had, the files go along with the form.
 */
export function useUploader({ formId, type, fieldset }: UploadingForm) {
  const csrf = useContext(CsrfContext);
  const [isScripted, setScripted] = useState(false);
  const [uploader, setUploader] = useState(fetched);

  useEffect(() => {
    setScripted(true);
    const ends = new AbortController();
    const load = () => {
      ends.abort();
      import("./uploader").then(
        (loaded) => {
          fetched = loaded;
          setUploader(loaded);
        },
        () => setScripted(false),
      );
    };
    const options = { signal: ends.signal };
    for (const event of ["focusin", "pointerover", "change"]) fieldset.current?.addEventListener(event, load, options);
    document.addEventListener("dragenter", load, options);
    const inputs = fieldset.current?.querySelectorAll<HTMLInputElement>("[type=file]") ?? [];
    if ([...inputs].some(({ files }) => files?.length)) load();
    return () => ends.abort();
  }, [fieldset]);

  const uploads = useMemo(() => uploader?.beginUploads({ csrf, formId, type }), [uploader, csrf, formId, type]);
  const now = useSyncExternalStore(uploads?.subscribe ?? never, uploads?.snapshot ?? nothing, nothing);
  return { isScripted, now, loaded: uploader && uploads && { ...uploader, uploads } };
}
