export type Link = { href: string; label: string };

export const homeLinks: Link[] = [
  { href: "/?home", label: "Home" },
  { href: "/how-it-works", label: "How It Works" },
];

/** In the footer only. */
export const readingLinks: Link[] = [
  { href: "/about", label: "About" },
  { href: "/faq", label: "FAQ" },
  { href: "/help", label: "Help" },
  { href: "/promise", label: "Our promise" },
];

export const legalLinks: Link[] = [
  { href: "/terms", label: "Terms" },
  { href: "/privacy", label: "Privacy" },
];

export const vaultLinks = [
  { href: "/dashboard", label: "Dashboard" },
  { href: "/timeline", label: "Timeline" },
  { href: "/activity", label: "Activity" },
  { href: "/settings/plan", label: "Plans" },
];

export const accountLinks = [
  { href: "/settings", label: "Settings" },
  { href: "/settings/notifications", label: "Notifications" },
  { href: "/settings/legacy-contacts", label: "Legacy Contacts" },
  { href: "/boards", label: "Shared boards" },
  { href: "/people", label: "Find people" },
];

export const shortcutsLink = { href: "/shortcuts", label: "Keyboard shortcuts" };

export const createVaultLink = { href: "/create", label: "Create Vault" };
export const logInLink = { href: "/auth?mode=login", label: "Log in" };
export const signUpLink = { href: "/auth?mode=signup", label: "Sign up" };

/** Ignores the query, except `mode` on the auth page. */
export function isCurrentPage(href: string, path: string): boolean {
  if (href.includes("#")) return false;
  const [linkPath, linkQuery] = href.split("?");
  const [pagePath, pageQuery] = path.split("?");
  if (linkPath !== pagePath) return false;
  const mode = new URLSearchParams(linkQuery).get("mode");
  return mode === null || mode === (new URLSearchParams(pageQuery).get("mode") ?? "login");
}
