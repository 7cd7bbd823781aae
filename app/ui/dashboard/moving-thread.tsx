import { useRef } from "react";
import { ComingUp } from "../vault/coming-up";
import { useAutoPlay } from "./auto-play";

const SCROLL_MS = 5_000;

/** Scrolls by itself where it is wider than the screen. */
export function MovingThread({
  items,
  isStopped,
}: {
  items: { href: string; label: string; title: string }[];
  isStopped: boolean;
}) {
  const container = useRef<HTMLDivElement>(null);
  useAutoPlay(container, SCROLL_MS, isStopped, (element) => {
    const thread = element.querySelector("ol");
    const bead = thread?.firstElementChild;
    if (!thread || !bead) return;
    const isExhausted = thread.scrollLeft + thread.clientWidth >= thread.scrollWidth - 2;
    thread.scrollTo({ left: isExhausted ? 0 : thread.scrollLeft + bead.clientWidth, behavior: "smooth" });
  });
  return (
    <div ref={container}>
      <ComingUp items={items} />
    </div>
  );
}
