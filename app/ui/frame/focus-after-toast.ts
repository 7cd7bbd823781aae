/** Gives the focus back when a toast is dismissed: the dismissed checkbox loses it. Returns the undo function. */
export function focusAfterToast(): () => void {
  let before: Element | null = null;

  // A press on a label first moves the focus to a part of the page around it, such as `main`.
  function onPress({ target }: Event): void {
    if (target instanceof Element && target.closest(".toast-dismiss")) before = document.activeElement;
  }
  function onFocus({ target, relatedTarget }: FocusEvent): void {
    if (!isDismissal(target) || !(relatedTarget instanceof Element)) return;
    if (!relatedTarget.contains(target)) before = relatedTarget;
  }
  function onChange({ target }: Event): void {
    if (!isDismissal(target) || !target.checked) return;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    if (before === document.body || document.activeElement !== before) focusHeading();
  }

  document.addEventListener("pointerdown", onPress);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("change", onChange);
  return () => {
    document.removeEventListener("pointerdown", onPress);
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("change", onChange);
  };
}

const isDismissal = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest(".toast-dismiss") !== null;

/** Without moving the page. */
export function focusHeading(named: HTMLElement | null = null): void {
  const target = named ?? document.querySelector("h1") ?? document.getElementById("main");
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}
