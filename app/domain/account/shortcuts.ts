export const SHORTCUTS = [
  { key: "/", does: "Search your timeline" },
  { key: "c", does: "Create a vault" },
  { key: "?", does: "Show this list" },
] as const;

/** Turns shortcuts off. Scripts read it, too. */
export const SHORTCUTS_COOKIE = "amberkeep_shortcuts";
