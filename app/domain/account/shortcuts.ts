/** The keys that lead somewhere from any page, and where. */
export const SHORTCUTS = [
  { key: "/", does: "Search your timeline" },
  { key: "c", does: "Create a vault" },
  { key: "?", does: "Show this list" },
] as const;

/** The cookie in which a browser remembers that its reader wants none of them. Script reads it, too. */
export const SHORTCUTS_COOKIE = "amberkeep_shortcuts";
