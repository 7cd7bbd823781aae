/*
 * Shows the photos of a letter large and one after the other, over the page: by keys, by buttons, by swiping, which is
 * scrolling here, and by itself. Those of a board also come by themselves on a stage in the page. Without it, and on
 * browsers that know no <dialog>, there is no stage, and the same links lead to a page of each photo.
 */
(() => {
  const page = document.documentElement;
  if (typeof HTMLDialogElement !== "function" || "lightbox" in page.dataset) return;
  page.dataset.lightbox = "";

  const MILLISECONDS_A_PHOTO = 5000;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const linksIn = (place) => [...place.querySelectorAll("a[data-photo]")];

  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const pressed = event.target.closest("a[data-photo], button[data-slideshow]");
      if (!pressed) return;
      event.preventDefault();
      event.stopPropagation();
      const links = linksIn(document);
      const first = Math.max(0, links.indexOf(pressed));
      show(links, first, { isSlideshow: pressed.tagName === "BUTTON", leave: (last) => links[last].focus() });
    },
    true,
  );

  function element(name, className, properties, ...children) {
    const made = Object.assign(document.createElement(name), { className }, properties);
    made.append(...children);
    return made;
  }

  function photoOf(link, sizes) {
    const { src, srcset, alt } = link.querySelector("img");
    const image = element("img", "", { loading: "lazy", alt, sizes, srcset, src });
    const { photo, author } = link.dataset;
    // Whoever hears the page has been told already what is in the picture.
    const words = photo && element("span", "", { textContent: photo, dir: "auto", ariaHidden: "true" });
    const from = author && element("small", "", {}, "From ", element("bdi", "", { textContent: author }));
    const lines = [words, from].filter(Boolean);
    return element(
      "figure",
      "lightbox-photo",
      {},
      image,
      ...(lines.length > 0 ? [element("figcaption", "", {}, ...lines)] : []),
    );
  }

  /**
   * The photos of these links in a row to be scrolled through, with what leafs in it. `wish` is called when somebody
   * wants it to play or to stop; whoever takes it into their own hands is not overtaken.
   */
  function rowOf(links, sizes, wish) {
    let current = 0;
    let timer;
    let isTouched = false;
    const photos = links.map((link) => photoOf(link, sizes));
    const strip = element("div", "lightbox-strip", { tabIndex: 0 }, ...photos);
    const count = element("p", "lightbox-count");
    const button = (label, sign, onclick) =>
      element("button", "lightbox-button", { type: "button", ariaLabel: label, textContent: sign, onclick });
    const previous = button("Previous photo", "←", () => leaf(current - 1));
    const next = button("Next photo", "→", () => leaf(current + 1));
    const player = element("button", "lightbox-button lightbox-play", { type: "button" });

    function tell() {
      const words = element("span", "visually-hidden", { textContent: ` ${links[current].dataset.photo}` });
      count.replaceChildren(`${current + 1} of ${photos.length}`, words);
      previous.disabled = current === 0;
      next.disabled = current === photos.length - 1;
      const coming = photos[current + 1];
      if (coming) coming.querySelector("img").loading = "eager";
    }
    function go(index, behavior) {
      if (index < 0 || index >= photos.length) return;
      const left = photos[index].offsetLeft - photos[0].offsetLeft;
      strip.scrollTo({ left, behavior: behavior || (still.matches ? "auto" : "smooth") });
    }
    function goOn() {
      const isLast = current === photos.length - 1;
      go(isLast ? 0 : current + 1, isLast && "auto");
    }
    function leaf(index) {
      wish(false);
      go(index);
    }
    /** What is wanted may wait for a while, and the button says what is wanted. */
    function play(isPlaying, isWanted = isPlaying) {
      if (isPlaying !== Boolean(timer)) {
        clearInterval(timer);
        timer = isPlaying ? setInterval(goOn, MILLISECONDS_A_PHOTO) : undefined;
      }
      player.textContent = isWanted ? "Pause" : "Play";
      player.onclick = () => wish(!isWanted);
      // What moves by itself does not talk over whoever listens.
      count.ariaLive = isPlaying ? "off" : "polite";
    }
    strip.addEventListener("scroll", () => {
      if (isTouched) wish(false);
      const seen = Math.round(strip.scrollLeft / strip.clientWidth);
      if (seen === current || !photos[seen]) return;
      current = seen;
      tell();
    });
    const touch = ({ type }) => {
      isTouched = type === "touchstart";
    };
    for (const type of ["touchstart", "touchend", "touchcancel"])
      strip.addEventListener(type, touch, { passive: true });
    const turn = ({ deltaX, deltaY }) => Math.abs(deltaX) > Math.abs(deltaY) && wish(false);
    strip.addEventListener("wheel", turn, { passive: true });
    /** Whether a key was one of those that leaf. */
    function press(event) {
      const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: photos.length - 1 }[event.key];
      if (to !== undefined) leaf(to);
      else if (event.key === " " && event.target === strip && photos.length > 1) player.click();
      else return;
      event.preventDefault();
    }
    tell();
    return { strip, previous, count, next, player, go, play, press, current: () => current };
  }

  /** Shows photos large over the page, from this one on; `leave` is told which was seen last. */
  function show(links, first, { isSlideshow, leave }) {
    const row = rowOf(links, "100vw", (isWanted) => row.play(isWanted));
    const { strip, previous, count, next, player } = row;
    const close = element("button", "lightbox-button", {
      type: "button",
      ariaLabel: "Close",
      textContent: "×",
      onclick: () => dialog.close(),
    });
    const controls = [previous, count, next, ...(links.length > 1 ? [player] : []), close];
    const bar = element("div", "lightbox-bar", {}, ...controls);
    const dialog = element("dialog", "lightbox", { ariaLabel: "Photos" }, strip, bar);
    strip.addEventListener("pointerdown", () => row.play(false), { passive: true });
    dialog.addEventListener("keydown", row.press);
    // Beside the photo is outside of it.
    strip.addEventListener("click", (event) => event.target.tagName !== "IMG" && dialog.close());
    dialog.addEventListener("close", () => {
      row.play(false);
      dialog.remove();
      leave(row.current());
    });
    document.body.append(dialog);
    dialog.showModal();
    // Where little is to move, it waits until somebody presses Play.
    row.play(isSlideshow && !still.matches);
    row.go(first, "auto");
    strip.focus({ preventScroll: true });
  }

  /**
   * Photos that come by themselves, in the page: only while somebody may be looking, never under a hand or a focus that
   * is on them, and not again once somebody has taken them in hand, until they press Play.
   */
  class PhotoStage extends HTMLElement {
    connectedCallback() {
      const links = linksIn(this.parentElement);
      const ending = new AbortController();
      const { signal } = ending;
      let isAsked;
      let [isSeen, isHovered, isFocused] = [false, false, false];
      const row = rowOf(links, "(min-width: 66rem) 62rem, 94vw", (isWanted) => {
        isAsked = isWanted;
        settle();
      });
      const { strip, previous, count, next, player } = row;
      function settle() {
        const isWanted = isAsked ?? !still.matches;
        const isHeld = isAsked === undefined && (isHovered || isFocused);
        row.play(isWanted && !isHeld && isSeen && !document.hidden, isWanted);
      }
      function enlarge() {
        row.play(false);
        isAsked = false;
        const leave = (last) => {
          row.go(last, "auto");
          strip.focus({ preventScroll: true });
          settle();
        };
        show(links, row.current(), { isSlideshow: false, leave });
      }
      const observer = new IntersectionObserver(
        ([entry]) => {
          isSeen = entry.isIntersecting;
          settle();
        },
        { threshold: 0.5 },
      );
      const on = (target, types, listener) => {
        for (const type of types) target.addEventListener(type, listener, { signal });
      };
      on(this, ["pointerenter", "pointerleave"], ({ type }) => {
        isHovered = type === "pointerenter";
        settle();
      });
      on(this, ["focusin", "focusout"], ({ type, relatedTarget }) => {
        isFocused = type === "focusin" || this.contains(relatedTarget);
        settle();
      });
      on(document, ["visibilitychange"], settle);
      on(still, ["change"], settle);
      on(this, ["keydown"], (event) =>
        event.key === "Enter" && event.target === strip ? enlarge() : row.press(event),
      );
      on(strip, ["click"], (event) => event.target.tagName === "IMG" && enlarge());
      const bar = element("div", "lightbox-bar", {}, previous, player, next, count);
      this.replaceChildren(element("section", "stage", { ariaLabel: "Slideshow" }, strip, bar));
      settle();
      observer.observe(this);
      this.leave = () => {
        ending.abort();
        observer.disconnect();
        row.play(false);
        this.replaceChildren();
      };
    }

    disconnectedCallback() {
      this.leave();
    }
  }
  customElements.define("photo-stage", PhotoStage);
})();
