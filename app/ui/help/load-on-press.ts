import { inTime } from "../base/in-time";
import { isPageOf } from "./is-page-of";
import { HELP_SCRIPT_URL } from "./script-url";

/** Loads the help's script at the first click of its button, which opens the panel. Returns the undo function. */
export function loadHelpOnPress(): () => void {
  let isLoading = false;
  let pressed: HTMLAnchorElement;
  const stop = () => document.removeEventListener("click", load, true);
  function load(event: MouseEvent): void {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a.help-button");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pressed = link;
    if (isLoading) return;
    isLoading = true;
    inTime(import(/* @vite-ignore */ HELP_SCRIPT_URL)).then(
      () => {
        stop();
        if (pressed.isConnected) pressed.click();
      },
      () => {
        // If the page stays, as the reader may wish, the button is a link.
        stop();
        if (isPageOf(pressed)) location.assign(pressed.href);
      },
    );
  }
  document.addEventListener("click", load, true);
  return stop;
}
