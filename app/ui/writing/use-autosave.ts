import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createAutosave, Kept } from "./autosave";

/** Saves drafts from the first input on. Returns the last result. */
export function useAutosave(action: string) {
  const [kept, setKept] = useState<Kept>();
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);

  function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    autosave.current ??= import("./autosave").then((loaded) => loaded.createAutosave(form, action, setKept));
    autosave.current.then((running) => running.changed(), ignore);
  }
  return { onInput, kept };
}

/** "Save draft" still works. */
function ignore(): void {}
