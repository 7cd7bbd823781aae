import { type RefObject, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { FormPurpose } from "~/domain/media/media";
import { CsrfContext } from "../base/csrf-field";
import { holdForm } from "./hold-form";
import type { FilesNow } from "./uploads";

type UploaderModule = typeof import("./uploader");

/** Once it is there it stays, also for a form that is drawn anew. */
let fetched: UploaderModule | undefined;

const NOTHING: FilesNow = { list: [], removed: [] };
const nothing = () => NOTHING;
const never = () => () => {};

/** What has not come after this long, in milliseconds, is not waited for: the files go along with the form. */
const PATIENCE_MS = 8_000;

const inTime = <T>(coming: Promise<T>) =>
  Promise.race([coming, new Promise<never>((_, giveUp) => setTimeout(giveUp, PATIENCE_MS))]);

export type UploadingForm = { formId: string; type: FormPurpose; fieldset: RefObject<HTMLElement> };

/**
 * What sends files as soon as they are chosen, and what has become of them. It is fetched when somebody turns to the
 * fields, and takes over what they chose meanwhile; if it cannot be had, the files go along with the form.
 */
export function useUploader({ formId, type, fieldset }: UploadingForm) {
  const csrf = useContext(CsrfContext);
  const [isScripted, setScripted] = useState(false);
  const [uploader, setUploader] = useState(fetched);
  const letGo = useRef(() => {});

  useEffect(() => {
    setScripted(true);
    if (fetched) return setUploader(fetched);
    const ends = new AbortController();
    const load = () => {
      ends.abort();
      letGo.current = holdForm(fieldset.current);
      inTime(import("./uploader")).then(
        (loaded) => {
          fetched = loaded;
          setUploader(loaded);
        },
        () => {
          setScripted(false);
          letGo.current();
        },
      );
    };
    const options = { signal: ends.signal };
    for (const event of ["focusin", "pointerover", "change"]) fieldset.current?.addEventListener(event, load, options);
    document.addEventListener("dragenter", load, options);
    const inputs = fieldset.current?.querySelectorAll<HTMLInputElement>("[type=file]") ?? [];
    if ([...inputs].some(({ files }) => files?.length)) load();
    return () => ends.abort();
  }, [fieldset]);

  // By then what was chosen has been taken over, and everybody knows of it.
  useEffect(() => void (uploader && setTimeout(() => letGo.current())), [uploader]);

  const uploads = useMemo(() => uploader?.beginUploads({ csrf, formId, type }), [uploader, csrf, formId, type]);
  const now = useSyncExternalStore(uploads?.subscribe ?? never, uploads?.snapshot ?? nothing, nothing);
  return { isScripted, now, loaded: uploader && uploads && { ...uploader, uploads } };
}
