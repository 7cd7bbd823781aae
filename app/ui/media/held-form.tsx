import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../base/button";
import { ProgressBar } from "../base/progress";
import { isRunning } from "./upload-state";
import type { Upload } from "./uploads";
import { files } from "./uploads-done";

export type HeldFormProps = { list: readonly Upload[]; fieldset: RefObject<HTMLFieldSetElement> };

type Submitter = HTMLElement | null;

/**
 * Holds the form back while its files are on their way, and sends it once they are there: one press is enough. It is not
 * sent while a file stands there that was not taken; that one takes the focus.
 */
export function HeldForm({ list, fieldset }: HeldFormProps) {
  const [held, setHeld] = useState<{ by: Submitter }>();
  const now = useRef(list);
  now.current = list;
  const isBusy = list.some(isRunning);

  useEffect(() => {
    const form = fieldset.current?.form;
    if (!form) return;
    const hold = (event: SubmitEvent) => {
      if (now.current.every(({ state }) => state === "ready") || staysHere(event.submitter)) return;
      event.preventDefault();
      event.stopPropagation();
      if (now.current.some(isRunning)) setHeld({ by: event.submitter });
      else showTrouble(fieldset);
    };
    form.addEventListener("submit", hold, true);
    return () => form.removeEventListener("submit", hold, true);
  }, [fieldset]);

  useEffect(() => {
    if (!held || isBusy) return;
    setHeld(undefined);
    if (now.current.every(({ state }) => state === "ready"))
      fieldset.current?.form?.requestSubmit(held.by?.isConnected ? held.by : null);
    else showTrouble(fieldset);
  }, [held, isBusy, fieldset]);

  if (!held) return null;
  const running = list.filter(isRunning);
  return (
    <div className="live-toast">
      <div className="toast held" role="status">
        <ProgressBar
          label={`Waiting for ${files(running.length)}. Then it goes on by itself.`}
          value={sum(list, ({ sentBytes }) => sentBytes)}
          max={sum(list, ({ content }) => content.size)}
        />
        <Button type="button" variant="quiet" onClick={() => setHeld(undefined)}>
          Do not wait
        </Button>
      </div>
    </div>
  );
}

const sum = (list: readonly Upload[], of: (upload: Upload) => number) =>
  list.reduce((total, upload) => total + of(upload), 0);

/** Buttons that only draw the form anew need no files, and take none away; `data-leaves` is on those that lead elsewhere. */
const staysHere = (by: Submitter) =>
  by instanceof HTMLButtonElement && by.value === "attach" && by.dataset.leaves === undefined;

function showTrouble({ current: fieldset }: HeldFormProps["fieldset"]): void {
  const row = fieldset?.querySelector<HTMLElement>(".file:has(.field-error)");
  row?.querySelector<HTMLElement>("button")?.focus();
}
