import { useEffect, useRef } from "react";

/** A bar that moves with the voice, so that one sees that one is heard. */
export function Level({ of }: { of: () => number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      bar.current?.style.setProperty("scale", `${of()} 1`);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  });
  return (
    <span className="recorder-level" aria-hidden="true">
      <span ref={bar} className="recorder-loud" />
    </span>
  );
}
