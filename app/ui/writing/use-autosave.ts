import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createAutosave, Kept } from "./autosave";
import type { VaultFormProps } from "./vault-form-props";

/**
 * Saves drafts from the first input on, and also a form that was sent but not saved. Stops after a refusal that asks
 * whether to replace other changes: from then on only a button saves. Returns the last result, and the form's version
 * with the names of its saves.
 * @param begun the form's version when it was opened
 */
export function useAutosave(action: string, answer: VaultFormProps["answer"], begun: string) {
  const [kept, setKept] = useState<Kept>();
  const [saving, setSaving] = useState({ begun, version: begun });
  const start = useRef(begun);
  start.current = begun;
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  const change = useRef((form: HTMLFormElement) => {
    const onSaving = (version: string) => setSaving({ begun: start.current, version });
    autosave.current ??= import("./autosave").then((loaded) =>
      loaded.createAutosave(form, action, { onKept: setKept, onSaving }),
    );
    autosave.current.then((running) => running.changed(), ignore);
  });
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);
  useEffect(() => {
    const form = document.getElementById("vault");
    if (answer && !answer.version && form instanceof HTMLFormElement) change.current(form);
  }, [answer]);

  const isRefused = Boolean(answer?.version);
  const onInput = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => isRefused || change.current(form);
  const onSent = () => void autosave.current?.then((running) => running.sent(), ignore);
  const version = saving.begun === begun ? saving.version : begun;
  return { onInput, onSent, kept: isRefused ? undefined : kept, version };
}

/** "Save draft" still works. */
function ignore(): void {}
