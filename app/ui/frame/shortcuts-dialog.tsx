import { useEffect, useRef } from "react";
import { Button } from "../base/button";
import { ShortcutsList } from "./shortcuts-list";

/** The list of shortcuts. Escape closes it, and a click beside it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Escape of itself
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="shortcuts-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <ShortcutsList />
      <p className="actions">
        <Button type="button" variant="secondary" onClick={() => dialog.current?.close()}>
          Close
        </Button>
        <a className="row-link" href="/shortcuts">
          Switch them off
        </a>
      </p>
    </dialog>
  );
}
