/** Without the prefix `__Host-`, which is added over https. */
export const TOAST_COOKIE = "amberkeep_toast";

/** For script, once the toast is shown: the server cannot know which response is shown. */
export function forgetToast(): void {
  const [prefix, attribute] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `${prefix}${TOAST_COOKIE}=; Path=/; Max-Age=0${attribute}`;
}
