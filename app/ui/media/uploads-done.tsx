import { Toast } from "../frame/toast";
import { isRunning } from "./upload-state";
import type { BrowserUpload, FilesNow } from "./uploads";

/** Announces failed uploads at once, and finished ones together. */
export function UploadsDone({ now: { list, arrived } }: { now: FilesNow }) {
  return (
    <>
      <div className="live-toast" role="status">
        {arrived > 0 && (
          <Toast
            isInRegion
            title="Upload Complete"
            description={arrived > 1 ? `All ${arrived} files are there.` : undefined}
          />
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said(list)}
      </p>
    </>
  );
}

function said(list: readonly BrowserUpload[]): string {
  const wrong = list.flatMap(({ message }) => message ?? []);
  if (wrong.length > 0) return wrong.join(" ");
  const running = list.filter(isRunning);
  if (running.some(({ state }) => state === "waiting")) return "No connection. It goes on by itself.";
  if (running.some(({ state }) => state === "failing"))
    return "Our server can’t take it just now. It goes on by itself.";
  return running.length > 0 ? `Sending ${files(running.length)}.` : "";
}

export const files = (count: number) => (count === 1 ? "one file" : `${count} files`);
