/** Without the prefix `__Host-`, which it has over https. */
export const TOAST_COOKIE = "amberkeep_toast";

/** Deletes the cookie once script has shown the toast; the server cannot know which response is shown. */
export function forgetToast(): void {
  const [prefix, attribute] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `${prefix}${TOAST_COOKIE}=; Path=/; Max-Age=0${attribute}`;
}
