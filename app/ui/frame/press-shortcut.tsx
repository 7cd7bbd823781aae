import { createRoot } from "react-dom/client";
import { ShortcutsDialog } from "./shortcuts-dialog";

export function pressShortcut(key: string): void {
  const field = key === "/" && document.querySelector<HTMLElement>("main #search");
  if (key === "?") showDialog();
  else if (field) field.focus();
  else follow(key === "/" ? "/timeline#search" : "/create");
}

function showDialog(): void {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const close = () => {
    root.unmount();
    container.remove();
  };
  root.render(<ShortcutsDialog onClose={close} />);
}

/** Clicks a real link, so that it is navigated like any other. */
function follow(href: string): void {
  const link = document.body.appendChild(Object.assign(document.createElement("a"), { href }));
  link.click();
  link.remove();
}
