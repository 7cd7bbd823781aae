/** The pages in the sitemap. */
export const INDEXED_PATHS = ["/", "/how-it-works", "/about", "/faq", "/terms", "/privacy", "/verify", "/claim"];
