const HELD = "later";

/**
 * Browsers fetch `modulepreload` even where scripts are off. So the server names the links otherwise, and `START_PRELOADS`
 * names them back. React leaves attributes as they are when it hydrates.
 */
export const holdPreloads = (html: string) => html.replaceAll('rel="modulepreload"', `rel="${HELD}"`);

export const START_PRELOADS = `document.querySelectorAll("[rel=${HELD}]").forEach(l=>l.rel='modulepreload')`;
