import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createAutosave, Kept } from "./autosave";

/** Keeps the form as a draft while it is written, from the first letter on. Answers how that went last. */
export function useAutosave(isOn: boolean, action: string) {
  const [kept, setKept] = useState<Kept>();
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);

  function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    if (!isOn) return;
    autosave.current ??= import("./autosave").then((loaded) => loaded.createAutosave(form, action, setKept));
    const fields = fieldsOf(form);
    autosave.current.then((running) => running.changed(fields), ignore);
  }
  return { onInput, kept };
}

/** Not the files, which leave on their own, and nothing that would take some away while the form is only written. */
const LEFT_OUT = ["intent", "remove", "copy", "photo", "video", "audio"];

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = [...new FormData(form)].filter(([name]) => !LEFT_OUT.includes(name));
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** Then there is the button. */
function ignore(): void {}
