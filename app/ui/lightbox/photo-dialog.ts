import { createElement, reducedMotion } from "./element";
import { createPhotoStrip } from "./photo-strip";

type Options = {
  isSlideshow: boolean;
  /** Receives the index of the last visible photo. */
  onClose: (last: number) => void;
};

let open: HTMLDialogElement | undefined;
let ownBacks = 0;

/** Back closes the dialog, not the letter; closing it otherwise goes back. */
addEventListener("popstate", () => {
  if (ownBacks > 0) {
    ownBacks -= 1;
    return;
  }
  const left = open;
  open = undefined;
  left?.close();
});

export function showPhotos(links: HTMLAnchorElement[], first: number, { isSlideshow, onClose }: Options): void {
  const photos = createPhotoStrip(links, "100vw", (shouldPlay) => photos.setPlaying(shouldPlay));
  const { strip, previous, count, next, playButton, save } = photos;
  const close = createElement("button", "lightbox-button", {
    type: "button" as const,
    ariaLabel: "Close",
    textContent: "×",
    onclick: () => dialog.close(),
  });
  const controls = [previous, count, next, ...(links.length > 1 ? [playButton] : []), save, close];
  const bar = createElement("div", "lightbox-bar", {}, ...controls);
  const dialog = createElement("dialog", "lightbox", { ariaLabel: "Photos" }, strip, bar);
  strip.addEventListener("pointerdown", () => photos.setPlaying(false), { passive: true });
  dialog.addEventListener("keydown", photos.handleKey);
  strip.addEventListener("click", ({ target }) => target instanceof HTMLImageElement || dialog.close());
  dialog.addEventListener("close", () => {
    if (open === dialog) {
      open = undefined;
      ownBacks += 1;
      history.back();
    }
    photos.setPlaying(false);
    dialog.remove();
    onClose(photos.current());
  });
  document.body.append(dialog);
  dialog.showModal();
  open = dialog;
  history.pushState(history.state, "");
  photos.setPlaying(isSlideshow && !reducedMotion.matches);
  photos.scrollToPhoto(first, "auto");
  strip.focus({ preventScroll: true });
}
