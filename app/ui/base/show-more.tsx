import { type MouseEvent, useRef } from "react";
import { ButtonLink } from "./button";

/** With JavaScript, `onShow` loads the next page in place and the first new item gets the focus. */
export function ShowMore({
  href,
  count,
  onShow,
}: {
  href: string | null;
  count: number;
  /** Resolves once the new items are rendered. */
  onShow?: (href: string) => Promise<void>;
}) {
  const actions = useRef<HTMLDivElement>(null);

  async function show(event: MouseEvent) {
    if (!href || !onShow || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const { activeElement } = document;
    await onShow(href);
    // The last page takes the link away, and its focus with it.
    if (![activeElement, document.body].includes(document.activeElement)) return;
    const links = actions.current?.parentElement?.querySelectorAll<HTMLElement>("article a, [data-item] a");
    const firstLinks = [...(links ?? [])].filter((link, index, all) => itemOf(link) !== itemOf(all[index - 1]));
    firstLinks[count]?.focus();
  }

  return (
    <div ref={actions} className="actions">
      {href && (
        <ButtonLink variant="secondary" href={href} onClick={show}>
          Show more
        </ButtonLink>
      )}
    </div>
  );
}

/** An item can move to another page between two requests. */
export function withoutDoubles<Item extends { id: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

const itemOf = (link: HTMLElement | undefined) => link?.closest("article, [data-item]");
