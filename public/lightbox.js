/*
 * Shows the photos of a letter large and one after the other, over the page: by keys, by buttons, by swiping, which is
 * scrolling here, and by itself. Without it, and on browsers that know no <dialog>, the same links lead to a page of each
 * photo.
 */
(() => {
  const page = document.documentElement;
  if (typeof HTMLDialogElement !== "function" || "lightbox" in page.dataset) return;
  page.dataset.lightbox = "";

  const MILLISECONDS_A_PHOTO = 5000;

  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const pressed = event.target.closest("a[data-photo], button[data-slideshow]");
      if (!pressed) return;
      event.preventDefault();
      event.stopPropagation();
      const links = [...document.querySelectorAll("a[data-photo]")];
      show(links, Math.max(0, links.indexOf(pressed)), pressed.tagName === "BUTTON");
    },
    true,
  );

  function element(name, className, properties, ...children) {
    const made = Object.assign(document.createElement(name), { className }, properties);
    made.append(...children);
    return made;
  }

  function photoOf(link) {
    const { src, srcset, alt } = link.querySelector("img");
    const image = element("img", "", { loading: "lazy", alt, sizes: "100vw", srcset, src });
    const caption = link.dataset.photo;
    const words = caption ? [element("figcaption", "", { textContent: caption, dir: "auto", ariaHidden: "true" })] : [];
    return element("figure", "lightbox-photo", {}, image, ...words);
  }

  function show(links, first, isSlideshow) {
    let current = first;
    let timer;
    const photos = links.map(photoOf);
    const strip = element("div", "lightbox-strip", { tabIndex: 0 }, ...photos);
    const count = element("p", "lightbox-count");
    const button = (label, sign, onclick) =>
      element("button", "lightbox-button", { type: "button", ariaLabel: label, textContent: sign, onclick });
    const previous = button("Previous photo", "←", () => leaf(current - 1));
    const next = button("Next photo", "→", () => leaf(current + 1));
    const player = element("button", "lightbox-button lightbox-play", { type: "button" });
    const close = button("Close", "×", () => dialog.close());
    const bar = element(
      "div",
      "lightbox-bar",
      {},
      previous,
      count,
      next,
      ...(photos.length > 1 ? [player] : []),
      close,
    );
    const dialog = element("dialog", "lightbox", { ariaLabel: "Photos" }, strip, bar);

    function tell() {
      count.textContent = `${current + 1} of ${photos.length}`;
      previous.disabled = current === 0;
      next.disabled = current === photos.length - 1;
    }
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    function go(index, behavior) {
      if (index < 0 || index >= photos.length) return;
      strip.scrollTo({ left: photos[index].offsetLeft, behavior: behavior || (isStill ? "auto" : "smooth") });
    }
    function goOn() {
      const isLast = current === photos.length - 1;
      go(isLast ? 0 : current + 1, isLast && "auto");
    }
    /** Whoever takes it into their own hands is not overtaken. */
    function leaf(index) {
      play(false);
      go(index);
    }
    function play(isPlaying) {
      clearInterval(timer);
      timer = isPlaying ? setInterval(goOn, MILLISECONDS_A_PHOTO) : undefined;
      player.textContent = isPlaying ? "Pause" : "Play";
      player.onclick = () => play(!isPlaying);
      // What moves by itself does not talk over whoever listens.
      count.ariaLive = isPlaying ? "off" : "polite";
    }
    strip.addEventListener("scroll", () => {
      const seen = Math.round(strip.scrollLeft / strip.clientWidth);
      if (seen === current || !photos[seen]) return;
      current = seen;
      tell();
    });
    for (const touch of ["pointerdown", "wheel"]) strip.addEventListener(touch, () => play(false), { passive: true });
    dialog.addEventListener("keydown", (event) => {
      if (event.key === " " && event.target === strip) {
        event.preventDefault();
        if (photos.length > 1) play(!timer);
        return;
      }
      const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: photos.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      leaf(to);
    });
    // Beside the photo is outside of it.
    strip.addEventListener("click", (event) => event.target.tagName !== "IMG" && dialog.close());
    dialog.addEventListener("close", () => {
      clearInterval(timer);
      dialog.remove();
      links[current].focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    tell();
    // Where little is to move, it waits until somebody presses Play.
    play(isSlideshow && !isStill);
    go(first, "auto");
    strip.focus({ preventScroll: true });
  }
})();
