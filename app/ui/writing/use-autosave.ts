import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createAutosave, Kept } from "./autosave";

/** Saves drafts from the first input on. Returns the last result. */
export function useAutosave(action: string) {
  const [kept, setKept] = useState<Kept>();
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);

  function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    autosave.current ??= import("./autosave").then((loaded) => loaded.createAutosave(form, action, setKept));
    const fields = fieldsOf(form);
    autosave.current.then((running) => running.changed(fields), ignore);
  }
  return { onInput, kept };
}

/** Files are uploaded separately, and only a submit may remove them. */
const LEFT_OUT = ["intent", "remove", "copy", "photo", "video", "audio"];

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = [...new FormData(form)].filter(([name]) => !LEFT_OUT.includes(name));
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** "Save draft" still works. */
function ignore(): void {}
