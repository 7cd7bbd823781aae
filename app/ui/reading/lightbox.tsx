import { useEffect } from "react";

const SCRIPT = "/lightbox.js";

/**
 * Lets photos be shown large over the page. Pages of letters ship this one script and no other; on a page that was
 * reached without a reload it has to be fetched by hand, as browsers do not run what is put in later.
 */
export function Lightbox() {
  useEffect(() => {
    if ("lightbox" in document.documentElement.dataset) return;
    const script = document.createElement("script");
    script.src = SCRIPT;
    document.head.append(script);
  }, []);
  return <script src={SCRIPT} defer />;
}
