import { createCookie } from "@remix-run/node";
import { SHORTCUTS_COOKIE } from "~/domain/account/shortcuts";
import { env } from "~/env.server";

/** Set while keyboard shortcuts are off. Not signed or HttpOnly, as script reads it. */
const shortcutsCookie = createCookie(SHORTCUTS_COOKIE, {
  path: "/",
  sameSite: "lax",
  secure: env.BASE_URL.startsWith("https:"),
  maxAge: 365 * 86_400,
});

export async function areShortcutsOff(request: Request): Promise<boolean> {
  return (await shortcutsCookie.parse(request.headers.get("Cookie"))) === "off";
}

export function rememberShortcuts(choice: "on" | "off"): Promise<string> {
  return choice === "off" ? shortcutsCookie.serialize("off") : shortcutsCookie.serialize("", { maxAge: 0 });
}
