/**
 * Has screen readers announce the toast a page was loaded with: they announce changes of a live region, and then read it
 * whole. Without script, they read it where it stands, first in `main`.
 */
export function announceToast(): void {
  setTimeout(() => document.querySelector("main > .toast .toast-title")?.append("\u00a0"), 500);
}
