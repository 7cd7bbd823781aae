import { useEffect } from "react";
import { SHORTCUTS_COOKIE } from "~/domain/account/shortcuts";

/** Listens for single keys, unless somebody types or has switched them off. What they do is fetched with the first. */
export function useShortcuts(isOn: boolean): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target } = event;
      if (!["/", "c", "?"].includes(key) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if ((target as Element).closest?.("input,textarea,select,[contenteditable],dialog")) return;
      if (!isOn || document.cookie.includes(SHORTCUTS_COOKIE)) return;
      event.preventDefault();
      import("./press-shortcut").then(({ pressShortcut }) => pressShortcut(key));
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOn]);
}
