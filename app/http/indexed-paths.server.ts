/** The pages in the sitemap. */
export const INDEXED_PATHS = [
  "/",
  "/how-it-works",
  "/about",
  "/faq",
  "/help",
  "/promise",
  "/terms",
  "/privacy",
  "/verify",
  "/claim",
];
