/** Closes the header's menu on Escape and gives the focus back to its button. Returns the undo function. */
export function closeMenuOnEscape(): () => void {
  function onKey({ key }: KeyboardEvent): void {
    const menu = document.querySelector<HTMLDetailsElement>(".site-header:focus-within > .menu[open]");
    if (key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
