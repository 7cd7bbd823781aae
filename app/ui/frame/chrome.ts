/** What every page's frame shows. */
export type ChromeUser = { name: string; email: string };

export type ToastContent = { title: string; description?: string; kind?: "success" | "error" };

export type Chrome = {
  viewer: ChromeUser | null;
  /** Path and query of the page, for marking the current link. */
  path: string;
  zoom: "locked" | "allowed";
  toast?: ToastContent | null;
  /** The installation's contact address for the footer. */
  contact?: string;
};

/** The name to greet someone by: their first. */
export function greetingName(name: string): string {
  return name.trim().split(/\s+/)[0] || "Friend";
}
