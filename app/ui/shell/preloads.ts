const HELD = "later";

/**
 * Browsers fetch `modulepreload` even with scripts disabled. So the server renames these links, and `START_PRELOADS`
 * restores them. React keeps changed attributes when it hydrates.
 */
export const holdPreloads = (html: string) => html.replaceAll('rel="modulepreload"', `rel="${HELD}"`);

export const START_PRELOADS = `document.querySelectorAll("[rel=${HELD}]").forEach(l=>l.rel='modulepreload')`;
