import { useState } from "react";
import type { Slots } from "~/domain/overview/slots.server";
import { NEED_MORE } from "~/domain/vault/vault-words";
import { Button } from "../base/button";
import { announceToast } from "../frame/announce-toast";
import { Toast } from "../frame/toast";
import { VaultLimit } from "./vault-limit";

/** Shown over the form; closing it shows a toast. */
export function LimitDialog({ slots }: { slots: Slots }) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return <Toast {...NEED_MORE} />;
  function close() {
    setClosed(true);
    announceToast();
  }
  return (
    <dialog ref={open} className="dialog" aria-labelledby="limit-title" onClose={close}>
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
