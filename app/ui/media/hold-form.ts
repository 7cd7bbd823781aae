/**
 * Keeps the form around `fields` from being sent with files that somebody is about to take over, until what is answered
 * is called: then it is sent after all, by the button that was pressed. Sent meanwhile, each file would be there twice.
 */
export function holdForm(fields: Element | null): () => void {
  const form = fields?.closest("form");
  let pressed: HTMLElement | null | undefined;
  const hold = (event: SubmitEvent) => {
    if (![...(form?.querySelectorAll<HTMLInputElement>("[type=file]") ?? [])].some(({ files }) => files?.length))
      return;
    event.preventDefault();
    event.stopPropagation();
    pressed = event.submitter;
  };
  form?.addEventListener("submit", hold, true);
  return () => {
    form?.removeEventListener("submit", hold, true);
    if (pressed !== undefined) form?.requestSubmit(pressed?.isConnected ? pressed : null);
  };
}
