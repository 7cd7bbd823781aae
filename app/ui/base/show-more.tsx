import { type MouseEvent, useEffect, useRef } from "react";
import { ButtonLink } from "./button";

/**
 * A link to the next page of a list. With JavaScript `onShow` loads it in place, and the first new item gets the focus.
 * `count` is the number of items in the list now.
 */
export function ShowMore({
  href,
  count,
  onShow,
}: {
  href: string | null;
  count: number;
  onShow?: (href: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef<number | null>(null);

  useEffect(() => {
    if (asked.current === null || count <= asked.current) return;
    const items = place.current?.parentElement?.querySelectorAll<HTMLElement>("article a, [data-item] a");
    const links = [...(items ?? [])].filter((link, index, all) => owner(link) !== owner(all[index - 1]));
    links[asked.current]?.focus();
    asked.current = null;
  }, [count]);

  function show(event: MouseEvent) {
    if (!href || !onShow || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    asked.current = count;
    onShow(href);
  }

  return (
    <div ref={place} className="actions">
      {href && (
        <ButtonLink variant="secondary" href={href} onClick={show}>
          Show more
        </ButtonLink>
      )}
    </div>
  );
}

const owner = (link: HTMLElement | undefined) => link?.closest("article, [data-item]");
