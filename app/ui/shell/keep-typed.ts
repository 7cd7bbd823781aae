type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input:not([type=hidden]), textarea, select";

/**
 * React renders the whole document from scratch if the browser's translation or an extension changed it before
 * hydration. Returns a function that then restores what was typed before that, and the focus.
 */
export function keepTyped(): () => void {
  let served: HTMLElement | undefined = document.documentElement;
  let focused: EventTarget | null = document.activeElement;
  served.addEventListener("focusin", ({ target }) => {
    focused = target;
  });
  return () => {
    if (!served || served.isConnected) return;
    for (const was of served.querySelectorAll<Field>(FIELDS)) {
      const now = was.name && counterpart(served, was);
      if (!now) continue;
      if ("checked" in was && "checked" in now) now.checked = was.checked;
      if ("files" in was && was.type === "file") (now as HTMLInputElement).files = was.files;
      else now.value = was.value;
      if (was === focused) focusAt(now, was);
    }
    served = undefined;
  };
}

function counterpart(served: HTMLElement, field: Field): Field | undefined {
  const namesakes = (root: HTMLElement) =>
    [...root.querySelectorAll<Field>(FIELDS)].filter(({ name }) => name === field.name);
  return namesakes(document.documentElement)[namesakes(served).indexOf(field)];
}

function focusAt(field: Field, { selectionStart = null, selectionEnd = null }: Partial<HTMLInputElement>): void {
  field.focus({ preventScroll: true });
  // Fields for an email have no selection.
  if (selectionStart !== null && "setSelectionRange" in field) field.setSelectionRange(selectionStart, selectionEnd);
}
