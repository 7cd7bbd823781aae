import { Button } from "../base/button";
import { ShortcutsList } from "./shortcuts-list";

/** Closes on Escape or a click outside. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself
    <dialog
      ref={showModal}
      className="dialog"
      aria-labelledby="shortcuts-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <ShortcutsList />
      <p className="actions">
        <Button
          type="button"
          variant="secondary"
          onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
          Close
        </Button>
        <a className="row-link" href="/shortcuts">
          Switch them off
        </a>
      </p>
    </dialog>
  );
}

function showModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}
