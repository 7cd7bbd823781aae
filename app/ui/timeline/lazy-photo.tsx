import { useState } from "react";
import { useHydrated } from "../base/hydrated";

/**
 * A photo that loads when it comes near. The browser does that for a page from the server; an `img` added by script
 * waits until a tenth of it is within 50 px of the screen (spec, section 2). Its background shows until then, and when
 * it fails to load.
 */
export function LazyPhoto({ src, alt }: { src: string; alt: string }) {
  const [isAddedByScript] = useState(useHydrated());
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <img
      {...(isAddedByScript ? { "data-src": src, ref: loadWhenNear } : { src })}
      alt={alt}
      width={108}
      height={108}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}

function loadWhenNear(image: HTMLImageElement | null): void {
  if (!image) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      image.src = image.dataset.src ?? "";
    },
    { threshold: 0.1, rootMargin: "50px" },
  );
  observer.observe(image);
}
