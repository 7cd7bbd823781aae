import { useEffect, useRef } from "react";
import { Button } from "../base/button";
import { type Slots, VaultLimit } from "./vault-limit";

/** Over the form, which stays as it is below. */
export function LimitDialog({ slots, onClose }: { slots: Slots; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="limit-title" onClose={onClose}>
      <VaultLimit slots={slots} titleId="limit-title" headingLevel="h2">
        <Button variant="quiet" type="button" onClick={() => dialog.current?.close()}>
          Maybe Later
        </Button>
      </VaultLimit>
    </dialog>
  );
}
