import { useEffect } from "react";
import { SHORTCUTS_COOKIE } from "~/domain/account/shortcuts";

/** Handles single-key shortcuts, except in form fields and when switched off. Their code loads on first use. */
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
