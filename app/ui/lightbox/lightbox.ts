import { findPhotoLinks } from "./element";
import { showPhotos } from "./photo-dialog";
import { PhotoStage } from "./photo-stage";

/**
 * Opens photos in a dialog. Without this script the links lead to a page for each photo, as in browsers before 2023.
 */
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

// Firefox has had both since 2023 (119); without the properties, the buttons would have no names.
if (typeof HTMLDialogElement === "function" && "ariaLabel" in Element.prototype) {
  document.documentElement.dataset.lightbox = "";
  document.addEventListener("click", openPhoto, true);
  customElements.define("photo-stage", PhotoStage);
}
