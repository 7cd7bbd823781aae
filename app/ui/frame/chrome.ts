/** What every page's frame shows around its content; loaders fill it, `Page` draws it. */
export type Viewer = { name: string; email: string };

export type ToastContent = { title: string; description?: string; kind?: "success" | "error" };

export type Chrome = {
  viewer: Viewer | null;
  /** Path and query of the page, as asked for: marks the current link. */
  path: string;
  zoom: "locked" | "allowed";
  toast?: ToastContent | null;
  /** The address in the footer, when the installation has one of its own. */
  contact?: string;
};

/** How the product greets someone: the first word of their name. */
export function greetingName(name: string): string {
  return name.trim().split(/\s+/)[0] || "Friend";
}
