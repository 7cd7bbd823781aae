export type ChromeUser = { name: string; email: string };

export type ToastContent = {
  title: string;
  description?: string;
  kind?: "success" | "error";
  /** What happened just before, shown above. */
  before?: ToastContent;
};

export type Chrome = {
  viewer: ChromeUser | null;
  /** Path and query, for marking the current link. */
  path: string;
  zoom: "locked" | "allowed";
  toast?: ToastContent | null;
  /** The operator's address; without it, pages link the contact form. */
  contact?: string | null;
  /** Whether the page loads the help's script at once, for pages without other script. */
  loadsHelp?: boolean;
};

export function greetingName(name: string): string {
  return name.trim().split(/\s+/)[0] || "Friend";
}

/** Does not split an emoji, nor lose an accent. */
export function initialOf(name: string): string {
  return [...greetingName(name).normalize().toUpperCase()].slice(0, 1).join("");
}
