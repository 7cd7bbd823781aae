import { type FormEvent, useEffect, useRef, useState } from "react";
import { importAgain } from "../base/import-again";
import type { createAutosave, Kept } from "./autosave";
import type { VaultFormProps } from "./vault-form-props";

/** How long until another attempt to load the script. */
const RELOAD_MS = 10_000;

type Autosaved = Pick<VaultFormProps, "action" | "answer" | "visitor">;

/** A form's version with the names of its autosaves, and the one that it began with. Undefined before the first. */
export type Saving = { begun: string; version: string } | undefined;
export type SavingState = [Saving, (saving: Saving) => void];

/**
 * Saves drafts from the first input on, and also a form that was sent but not saved. Stops after a refusal that asks
 * whether to replace other changes: from then on only a button saves. Returns the last result, and the form's version
 * with the names of its saves. Warns before an account's page is left whose text could not be saved; the browser keeps
 * a visitor's.
 * @param begun the form's version when it was opened, or last sent
 * @param saving outlives the form when it is redrawn, as its autosaves do
 */
export function useAutosave({ action, answer, visitor }: Autosaved, begun: string, [saving, setSaving]: SavingState) {
  const [kept, setKept] = useState<Kept>();
  const start = useRef(begun);
  start.current = begun;
  const last = useRef<Kept>();
  const autosave = useRef<Promise<ReturnType<typeof createAutosave>>>();
  const change = useRef((form: HTMLFormElement) => {
    const onKept = (result: Kept) => {
      last.current = result;
      setKept(result);
    };
    const onSaving = (version: string) => setSaving({ begun: start.current, version });
    autosave.current ??= importAgain(() => import("./autosave")).then(
      (loaded) => loaded.createAutosave(form, action, { onKept, onSaving }),
      (error) => {
        setTimeout(() => {
          autosave.current = undefined;
          if (last.current === "not kept" && form.isConnected) change.current(form);
        }, RELOAD_MS);
        throw error;
      },
    );
    autosave.current.then(
      (running) => running.changed(),
      () => onKept("not kept"),
    );
  });
  const isVisitor = visitor !== undefined;
  useEffect(() => {
    if (isVisitor) return;
    const warn = (event: Event) => last.current && last.current !== "kept" && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isVisitor]);
  useEffect(() => () => void autosave.current?.then((running) => running.end(), ignore), []);
  useEffect(() => {
    const form = document.getElementById("vault");
    last.current = answer?.version ? "changed elsewhere" : undefined;
    if (answer && !answer.version && form instanceof HTMLFormElement) change.current(form);
  }, [answer]);

  const isRefused = Boolean(answer?.version);
  const onInput = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => isRefused || change.current(form);
  const onSent = () => {
    last.current = undefined;
    autosave.current?.then((running) => running.sent(), ignore);
  };
  const saved = saving ?? { begun, version: begun };
  // An autosave may be stored after the new version was read.
  const version = saved.begun === begun ? saved.version : `${saved.version} ${begun}`;
  return { onInput, onSent, kept: isRefused ? undefined : kept, version };
}

/** "Save draft" still works. */
function ignore(): void {}
