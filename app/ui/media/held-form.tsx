import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../base/button";
import { ProgressBar } from "../base/progress";
import { isRunning } from "./upload-state";
import type { BrowserUpload, Uploads } from "./uploads";
import { files } from "./uploads-done";
import { useHeldForm } from "./use-held-form";

export type HeldFormProps = { uploads: Uploads; fieldset: RefObject<HTMLFieldSetElement> };

/** Submits once all files have arrived. A refused or stopped file gets the focus instead. */
export function HeldForm({ uploads, fieldset }: HeldFormProps) {
  const list = uploads.all();
  const [isHeld, setHeld] = useState(false);
  const [troubleId, setTroubleId] = useState<string>();
  const sentFrom = useRef<HTMLElement>();
  const areReady = () => uploads.all().every(({ state }) => state === "ready");
  const areRunning = () => uploads.all().some(isRunning);
  const hold = useHeldForm({
    form: () => fieldset.current?.form,
    mustWait: (submitter) => !areReady() && !redrawsForm(submitter),
    onHeld: () => (areRunning() ? wait() : showTrouble()),
    warnsOnLeave: areRunning,
  });
  const isBusy = list.some(isRunning);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the last file has arrived
  useEffect(() => {
    // The message would hide the progress; the next press shows it again.
    if (isBusy) return setTroubleId(undefined);
    if (!isHeld) return;
    setHeld(false);
    if (areReady()) hold.current?.send();
    else showTrouble();
  }, [isHeld, isBusy]);

  function wait(): void {
    sentFrom.current = document.activeElement as HTMLElement;
    setHeld(true);
  }
  function stopWaiting(): void {
    setHeld(false);
    sentFrom.current?.focus();
  }
  function showTrouble(): void {
    const row = fieldset.current?.querySelector<HTMLElement>(".file:has(.field-error)");
    row?.querySelector<HTMLElement>("button")?.focus();
    setTroubleId(uploads.all().find(isTrouble)?.id);
  }

  const trouble = list.find((upload) => upload.id === troubleId && isTrouble(upload));
  if (trouble) {
    return (
      <div className="live-toast">
        <p className="toast toast-error held" role="alert">
          <span>
            “<bdi>{trouble.content.name}</bdi>” wasn’t added.{" "}
            {ADVICE[trouble.state === "stopped" ? "stopped" : "refused"]}
          </span>
        </p>
      </div>
    );
  }
  const running = list.filter(isRunning);
  return (
    <div className="live-toast" role="status">
      {isHeld && (
        <div className="toast held">
          <ProgressBar
            label={`Waiting for ${files(running.length)}. Then it goes on by itself.`}
            value={sum(list, ({ sentBytes }) => sentBytes)}
            max={sum(list, ({ content }) => content.size)}
          />
          <Button type="button" variant="quiet" onClick={stopWaiting}>
            Don’t wait
          </Button>
        </div>
      )}
    </div>
  );
}

const sum = (list: readonly BrowserUpload[], of: (upload: BrowserUpload) => number) =>
  list.reduce((total, upload) => total + of(upload), 0);

/** Buttons that only redraw the form do not wait; buttons that leave it have `data-leaves`. */
const redrawsForm = (by: HTMLElement | null) =>
  by instanceof HTMLButtonElement &&
  ["attach", "add-recipient", "choose-date"].includes(by.value) &&
  by.dataset.leaves === undefined;

const isTrouble = (upload: BrowserUpload) => upload.state !== "ready" && !isRunning(upload);

const ADVICE = {
  stopped: "Please try it again, or remove it.",
  refused: "Please remove it, then go on.",
};
