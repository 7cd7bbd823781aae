import { createElement, findPhotoLinks, reducedMotion } from "./element";
import { showPhotos } from "./photo-dialog";
import { createPhotoStrip } from "./photo-strip";

/** Plays while visible, pauses on hover and focus unless the reader pressed Play, and stops when scrolled by hand. */
export class PhotoStage extends HTMLElement {
  #stop = () => {};

  connectedCallback() {
    const links = findPhotoLinks(this.parentElement ?? document);
    const controller = new AbortController();
    let requested: boolean | undefined;
    let [isVisible, isHovered, isFocused] = [false, false, false];
    const photos = createPhotoStrip(links, "(min-width: 66rem) 62rem, 94vw", (shouldPlay) => {
      requested = shouldPlay;
      update();
    });
    const { strip, previous, count, next, playButton } = photos;
    function update() {
      const shouldPlay = requested ?? !reducedMotion.matches;
      const isOnHold = requested === undefined && (isHovered || isFocused);
      photos.setPlaying(shouldPlay && !isOnHold && isVisible && !document.hidden, shouldPlay);
    }
    function enlarge() {
      photos.setPlaying(false);
      requested = false;
      const onClose = (last: number) => {
        photos.scrollToPhoto(last, "auto");
        strip.focus({ preventScroll: true });
        update();
      };
      showPhotos(links, photos.current(), { isSlideshow: false, onClose });
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        isVisible = entry?.isIntersecting === true;
        update();
      },
      { threshold: 0.5 },
    );
    const options = { signal: controller.signal };
    for (const type of ["pointerenter", "pointerleave"]) {
      this.addEventListener(
        type,
        () => {
          isHovered = type === "pointerenter";
          update();
        },
        options,
      );
    }
    for (const type of ["focusin", "focusout"] as const) {
      this.addEventListener(
        type,
        ({ relatedTarget }) => {
          isFocused = type === "focusin" || this.contains(relatedTarget as Node | null);
          update();
        },
        options,
      );
    }
    document.addEventListener("visibilitychange", update, options);
    reducedMotion.addEventListener("change", update, options);
    this.addEventListener(
      "keydown",
      (event) => (event.key === "Enter" && event.target === strip ? enlarge() : photos.handleKey(event)),
      options,
    );
    strip.addEventListener("click", ({ target }) => target instanceof HTMLImageElement && enlarge(), options);
    const bar = createElement("div", "lightbox-bar", {}, previous, playButton, next, count);
    this.replaceChildren(createElement("section", "stage", { ariaLabel: "Slideshow" }, strip, bar));
    update();
    observer.observe(this);
    this.#stop = () => {
      controller.abort();
      observer.disconnect();
      photos.setPlaying(false);
      this.replaceChildren();
    };
  }

  disconnectedCallback() {
    this.#stop();
  }
}
