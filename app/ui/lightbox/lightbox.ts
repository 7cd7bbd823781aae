import { findPhotoLinks } from "./element";
import { showPhotos } from "./photo-dialog";
import { PhotoStage } from "./photo-stage";

/** Opens photos in a dialog. Without this script, or `<dialog>`, the links lead to a page for each photo. */
function openPhoto(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = (event.target as Element).closest<HTMLElement>("a[data-photo], button[data-slideshow]");
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  const links = findPhotoLinks(document);
  showPhotos(links, Math.max(0, links.indexOf(target as HTMLAnchorElement)), {
    isSlideshow: target.tagName === "BUTTON",
    onClose: (last) => links[last]?.focus(),
  });
}

if (typeof HTMLDialogElement === "function") {
  document.documentElement.dataset.lightbox = "";
  document.addEventListener("click", openPhoto, true);
  customElements.define("photo-stage", PhotoStage);
}
