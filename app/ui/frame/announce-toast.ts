/**
 * Makes screen readers announce the toasts of a new page, or new in a form: they announce a live region only when
 * it changes, and then read all of it. Without script, the toasts are simply the first thing in `main`.
 */
export function announceToast(): void {
  setTimeout(() => {
    for (const title of document.querySelectorAll(":is(main, form) > .toast .toast-title")) title.append("\u00a0");
  }, 500);
}
