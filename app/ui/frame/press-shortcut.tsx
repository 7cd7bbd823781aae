import { createRoot } from "react-dom/client";
import { ShortcutsDialog } from "./shortcuts-dialog";

/** Does what one of the keys of `SHORTCUTS` promises. */
export function pressShortcut(key: string): void {
  const field = key === "/" && document.querySelector<HTMLElement>("main #search");
  if (key === "?") showDialog();
  else if (field) field.focus();
  else follow(key === "/" ? "/timeline#search" : "/create");
}

function showDialog(): void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<ShortcutsDialog onClose={close} />);
}

/** As if the reader had clicked a link, so that the page is fetched the way links fetch it. */
function follow(href: string): void {
  const link = document.body.appendChild(Object.assign(document.createElement("a"), { href }));
  link.click();
  link.remove();
}
