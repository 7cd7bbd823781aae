import { type RefObject, useState } from "react";
import { Icon } from "../base/icons";
import { inTime } from "../base/in-time";
import { loadStyles } from "../base/load-styles";
import recorderStyles from "./recorder.css?url";

/** Browsers load a script that failed only once for each page. */
const NOT_LOADED =
  "The recorder didn’t load. To try again, reload this page. You can also choose a recording you already have.";

type RecorderComponent = typeof import("./recorder").Recorder;

/** Without recording support there is still the file field. */
export const canRecord = () =>
  typeof MediaRecorder !== "undefined" && navigator.mediaDevices?.getUserMedia !== undefined;

/** Puts the recording into the audio field as if it had been chosen there. */
export function RecordButton({ fieldset }: { fieldset: RefObject<HTMLFieldSetElement> }) {
  const [Recorder, setRecorder] = useState<RecorderComponent>();
  const [state, setState] = useState<"new" | "open" | "closed" | "failed">("new");

  const open = () => {
    setState("open");
    inTime(Promise.all([import("./recorder"), loadStyles(recorderStyles)])).then(
      ([loaded]) => setRecorder(() => loaded.Recorder),
      () => setState("failed"),
    );
  };
  const keep = (file: File) => {
    setState("new");
    const field = fieldset.current?.querySelector<HTMLInputElement>("[name=audio]:not([capture])");
    if (!field) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    field.files = transfer.files;
    field.focus();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  if (state === "open" && Recorder) {
    return <Recorder form={fieldset.current?.form ?? null} onKeep={keep} onClose={() => setState("closed")} />;
  }
  return (
    <>
      <button type="button" className="capture-button" ref={state === "closed" ? focus : undefined} onClick={open}>
        <Icon name="audio" size={20} />
        Record your voice
      </button>
      {state === "failed" && (
        <p role="alert" className="field-error">
          {NOT_LOADED}
        </p>
      )}
    </>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
