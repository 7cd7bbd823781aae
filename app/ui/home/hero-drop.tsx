/** The drawing is a file: it is the same in light and dark, and would be a fifth of the page's markup. */
export function HeroDrop() {
  return <img className="hero-drop" src="/drop.svg" width="360" height="430" alt="" {...AT_ONCE} />;
}

/** React 18 knows the attribute only in lower case, its types only as `fetchPriority`. */
const AT_ONCE = { fetchpriority: "high" };
