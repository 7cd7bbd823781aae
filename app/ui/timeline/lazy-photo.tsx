import { useEffect, useRef, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * A photo that loads when it comes near. The browser does that for a page from the server; an `img` added by script
 * waits until a tenth of it is within 50 px of the screen (spec, section 2). Its background shows until then, and when
 * it fails to load.
 */
export function LazyPhoto({ src, alt }: { src: string; alt: string }) {
  const isAdded = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [isNear, setNear] = useState(!isAdded);
  const [isLost, setLost] = useState(false);
  const photo = useRef<HTMLImageElement>(null);

  useEffect(() => {
    if (isNear || !photo.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      threshold: 0.1,
      rootMargin: "50px",
    });
    observer.observe(photo.current);
    return () => observer.disconnect();
  }, [isNear]);

  if (isLost) return null;
  return (
    <img
      ref={photo}
      src={isNear ? src : undefined}
      alt={alt}
      width={108}
      height={108}
      loading="lazy"
      decoding="async"
      onError={() => setLost(true)}
    />
  );
}
