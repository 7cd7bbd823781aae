import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createAutosave, Kept } from "./autosave";
import type { VaultFormProps } from "./vault-form-props";

/**
 * Saves drafts from the first input on, and also a form that was sent but not saved. After a refusal that asks whether
 * to replace other changes, it waits for the next input or click. Returns the last result.
 */
export function useAutosave(action: string, answer: VaultFormProps["answer"]) {
  const [kept, setKept] = useState<Kept>();
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  const change = useRef((form: HTMLFormElement) => {
    autosave.current ??= import("./autosave").then((loaded) => loaded.createAutosave(form, action, setKept));
    autosave.current.then((running) => running.changed(), ignore);
  });
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);
  useEffect(() => {
    const form = document.getElementById("vault");
    if (answer && !answer.version && form instanceof HTMLFormElement) change.current(form);
  }, [answer]);

  const onInput = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => change.current(form);
  const onSent = () => void autosave.current?.then((running) => running.sent(), ignore);
  return { onInput, onSent, kept };
}

/** "Save draft" still works. */
function ignore(): void {}
