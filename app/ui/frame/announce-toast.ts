/**
 * Makes screen readers announce the toasts of a new page: they announce a live region only when it changes, and then
 * read all of it. Without script, the toasts are simply the first thing in `main`.
 */
export function announceToast(): void {
  setTimeout(() => {
    for (const title of document.querySelectorAll("main > .toast .toast-title")) title.append("\u00a0");
  }, 500);
}
