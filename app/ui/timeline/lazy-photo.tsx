import { useState } from "react";
import { useHydrated } from "../base/hydrated";

/** Native lazy loading, but an `img` added by script waits until a tenth is within 50 px (spec, section 2). */
export function LazyPhoto({ src, alt }: { src: string; alt: string }) {
  const [isAddedByScript] = useState(useHydrated());
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;

  /** React misses errors from before it has loaded. */
  function failIfBroken(image: HTMLImageElement | null): void {
    if (image?.complete && image.naturalWidth === 0) setFailed(true);
  }
  return (
    <img
      {...(isAddedByScript ? { "data-src": src, ref: loadWhenNear } : { src, ref: failIfBroken })}
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
