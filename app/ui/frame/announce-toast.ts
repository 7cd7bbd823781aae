/**
 * Makes screen readers announce the toast of a new page: they announce a live region only when it changes, and then read
 * all of it. Without script, the toast is simply the first thing in `main`.
 */
export function announceToast(): void {
  setTimeout(() => document.querySelector("main > .toast .toast-title")?.append("\u00a0"), 500);
}
