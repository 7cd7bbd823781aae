export const SHORTCUTS = [
  { key: "/", does: "Search your timeline" },
  { key: "c", does: "Create a vault" },
  { key: "?", does: "Show this list" },
] as const;

/** Set while shortcuts are off. Read by script, too. */
export const SHORTCUTS_COOKIE = "amberkeep_shortcuts";
