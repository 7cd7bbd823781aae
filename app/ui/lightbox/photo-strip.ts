import { createElement, reducedMotion } from "./element";

const INTERVAL_MS = 5000;

/** A row of photos with its buttons. Scrolling by hand calls `onPlayRequest(false)`. */
export function createPhotoStrip(
  links: HTMLAnchorElement[],
  sizes: string,
  onPlayRequest: (shouldPlay: boolean) => void,
) {
  let current = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isTouched = false;
  const photos = links.map((link) => createPhoto(link, sizes));
  const strip = createElement("div", "lightbox-strip", { tabIndex: 0, role: "group", ariaLabel: "Photos" }, ...photos);
  const count = createElement("p", "lightbox-count");
  const button = (ariaLabel: string, textContent: string, onclick: () => void) =>
    createElement("button", "lightbox-button", { type: "button", ariaLabel, textContent, onclick });
  const previous = button("Previous photo", "←", () => step(current - 1));
  const next = button("Next photo", "→", () => step(current + 1));
  const save = createElement("a", "lightbox-button lightbox-save", { textContent: "↓", download: "" });
  save.ariaLabel = "Save this photo";
  const playButton = createElement("button", "lightbox-button lightbox-play", { type: "button" });

  function showCurrent() {
    const { photo, file } = links[current]?.dataset ?? {};
    const alt = photos[current]?.querySelector("img")?.alt;
    const textContent = photo && photo !== alt ? ` ${alt}. ${photo}` : ` ${photo}`;
    count.replaceChildren(
      `${current + 1} of ${photos.length}`,
      createElement("span", "visually-hidden", { textContent }),
    );
    save.hidden = !file;
    if (file) save.href = file;
    // A button that is disabled loses the focus.
    previous.ariaDisabled = String(current === 0);
    next.ariaDisabled = String(current === photos.length - 1);
    const nextImage = photos[current + 1]?.querySelector("img");
    if (nextImage) nextImage.loading = "eager";
  }
  function scrollToPhoto(index: number, behavior: ScrollBehavior = reducedMotion.matches ? "auto" : "smooth") {
    const [photo, first] = [photos[index], photos[0]];
    if (photo && first) strip.scrollTo({ left: photo.offsetLeft - first.offsetLeft, behavior });
  }
  function advance() {
    if (current === photos.length - 1) scrollToPhoto(0, "auto");
    else scrollToPhoto(current + 1);
  }
  function step(index: number) {
    onPlayRequest(false);
    scrollToPhoto(index);
  }
  /** `shouldPlay`: what the button shows while playing is on hold. */
  function setPlaying(isPlaying: boolean, shouldPlay = isPlaying) {
    if (isPlaying !== Boolean(timer)) {
      clearInterval(timer);
      timer = isPlaying ? setInterval(advance, INTERVAL_MS) : undefined;
    }
    playButton.textContent = shouldPlay ? "Pause" : "Play";
    playButton.onclick = () => onPlayRequest(!shouldPlay);
    // Otherwise every photo would interrupt screen readers.
    count.ariaLive = isPlaying ? "off" : "polite";
  }
  strip.addEventListener("scroll", () => {
    if (isTouched) onPlayRequest(false);
    const visible = Math.round(strip.scrollLeft / strip.clientWidth);
    if (visible === current || !photos[visible]) return;
    current = visible;
    showCurrent();
  });
  for (const type of ["touchstart", "touchend", "touchcancel"] as const)
    strip.addEventListener(type, () => (isTouched = type === "touchstart"), { passive: true });
  strip.addEventListener("wheel", ({ deltaX, deltaY }) => Math.abs(deltaX) > Math.abs(deltaY) && onPlayRequest(false), {
    passive: true,
  });
  function handleKey(event: KeyboardEvent) {
    // Alt and an arrow go back or forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: photos.length - 1 }[event.key];
    if (index !== undefined) step(index);
    else if (event.key === " " && event.target === strip && photos.length > 1) playButton.click();
    else return;
    event.preventDefault();
  }
  showCurrent();
  return {
    strip,
    previous,
    count,
    next,
    playButton,
    save,
    scrollToPhoto,
    setPlaying,
    handleKey,
    current: () => current,
  };
}

function createPhoto(link: HTMLAnchorElement, sizes: string): HTMLElement {
  const { photo, author } = link.dataset;
  const { src = "", srcset = "", alt = "" } = link.querySelector("img") ?? {};
  const image = createElement("img", "", { loading: "lazy", alt, sizes, srcset, src });
  // Hidden if the image's alternative text has it, too.
  const ariaHidden = String(photo === alt);
  const caption = photo && createElement("span", "", { textContent: photo, dir: "auto", ariaHidden });
  const credit = author && createElement("small", "", {}, "From ", createElement("bdi", "", { textContent: author }));
  const lines = [caption, credit].filter((line) => line instanceof Node);
  const figcaption = lines.length > 0 ? [createElement("figcaption", "", {}, ...lines)] : [];
  return createElement("figure", "lightbox-photo", {}, image, ...figcaption);
}
