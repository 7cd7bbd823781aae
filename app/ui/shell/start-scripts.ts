const HELD = "later";

/**
 * Holds the page's modules and preloads, which would compete with the first paint. `START_SCRIPTS` releases them
 * afterwards. Browsers fetch `modulepreload` even with scripts disabled. React keeps changed attributes when it
 * hydrates.
 */
export const holdScripts = (html: string) =>
  html
    .replaceAll('rel="modulepreload"', `rel="${HELD}"`)
    .replaceAll(/(<script(?: nonce="[^"]*")?) type="module" async=""/g, `$1 type="${HELD}"`);

/**
 * The timer is for windows in the background, which are not painted, and for browsers that do not report the paint.
 * Modules run once they are inserted again.
 */
export const START_SCRIPTS = `{let d=document,go=()=>{d.querySelectorAll("link[rel=${HELD}]").forEach(l=>l.rel='modulepreload');d.querySelectorAll("script[type=${HELD}]").forEach(s=>{s.type='module';s.after(s)})};setTimeout(go,1e3);new PerformanceObserver(go).observe({type:"paint",buffered:!0})}`;
