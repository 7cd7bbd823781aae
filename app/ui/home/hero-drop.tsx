/** The drawing is a file, as it is the same in light and dark and a fifth of the page's markup. */
export function HeroDrop() {
  return <img className="hero-drop" src="/drop.svg" width="360" height="430" alt="" fetchPriority="high" />;
}
