export type FormHold = {
  /** Submits with the button that was pressed during the hold, if any. */
  send: () => void;
  /** Ends the hold. */
  end: () => void;
};

/** Blocks submission while `mustWait` is true for the pressed button, calling `onHeld` on each press. */
export function holdForm(
  form: HTMLFormElement | null | undefined,
  mustWait: (submitter: HTMLElement | null) => boolean,
  onHeld?: () => void,
): FormHold {
  let pressed: HTMLElement | null | undefined;
  const hold = (event: SubmitEvent) => {
    if (!mustWait(event.submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = event.submitter;
    onHeld?.();
  };
  form?.addEventListener("submit", hold, true);
  return {
    send() {
      if (pressed !== undefined) form?.requestSubmit(pressed?.isConnected ? pressed : null);
      pressed = undefined;
    },
    end: () => form?.removeEventListener("submit", hold, true),
  };
}
