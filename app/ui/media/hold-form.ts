export type FormHold = {
  /** Sends the form with the button that was pressed while it was held, if one was. */
  send: () => void;
  /** Lets the form be sent again. */
  end: () => void;
};

/**
 * Holds `form` back while `mustWait` says so of the pressed button; `onHeld` runs for each press. Every wait of a form
 * uses this: for the uploader to load, for files on their way, for a recording that is neither kept nor discarded.
 */
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
