import { useEffect, useRef, useState } from "react";
import { Toast } from "../frame/toast";
import { isRunning } from "./upload-state";
import type { Upload } from "./uploads";

/** How long it is said that files have come, in milliseconds; each says it of itself for good. */
const SHOWN_FOR = 8_000;

/** Says what happens to the files: at once what went wrong, and once, over the page, that all have come. */
export function UploadsDone({ list }: { list: readonly Upload[] }) {
  const running = list.filter(isRunning).length;
  const ready = list.filter(({ state }) => state === "ready").length;
  const before = useRef({ running: 0, ready: 0 });
  const [done, setDone] = useState<number>();

  useEffect(() => {
    if (running > 0) {
      if (before.current.running === 0) before.current = { running, ready };
      before.current.running = running;
      return setDone(undefined);
    }
    const come = ready - before.current.ready;
    if (before.current.running > 0 && come > 0) setDone(come);
    before.current = { running, ready };
  }, [running, ready]);

  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => setDone(undefined), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [done]);

  return (
    <>
      <div className="live-toast" role="status">
        {done !== undefined && (
          <Toast title="Upload Complete" description={done > 1 ? `All ${done} files are there.` : undefined} />
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said(list)}
      </p>
    </>
  );
}

function said(list: readonly Upload[]): string {
  const wrong = list.flatMap(({ message }) => message ?? []);
  if (wrong.length > 0) return wrong.join(" ");
  const running = list.filter(isRunning);
  if (running.some(({ state }) => state === "waiting")) return "No connection. It goes on by itself.";
  return running.length > 0 ? `Sending ${files(running.length)}.` : "";
}

export const files = (count: number) => (count === 1 ? "one file" : `${count} files`);
