/** The name of the cookie that carries a toast to the next page; browsers want a prefix where it is secure. */
export const TOAST_COOKIE = "amberkeep_toast";

/** It was said. The server cannot know that of data which script fetched, and leaves it to the browser. */
export function forgetToast(): void {
  const [prefix, attribute] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `${prefix}${TOAST_COOKIE}=; Path=/; Max-Age=0${attribute}`;
}
