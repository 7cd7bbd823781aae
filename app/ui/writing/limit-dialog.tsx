import { Button } from "../base/button";
import { type Slots, VaultLimit } from "./vault-limit";

/** Shown over the form, which stays as it is. */
export function LimitDialog({ slots, onClose }: { slots: Slots; onClose: () => void }) {
  return (
    <dialog ref={open} className="dialog" aria-labelledby="limit-title" onClose={onClose}>
      <VaultLimit slots={slots} titleId="limit-title" headingLevel="h2">
        <Button variant="quiet" type="button" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
          Maybe Later
        </Button>
      </VaultLimit>
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) dialog?.showModal();
}
