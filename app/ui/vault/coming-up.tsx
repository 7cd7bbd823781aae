/** Chromium does not scroll to a focused link of which a part is visible. A click must not move what it hits. */
function showAll(link: HTMLElement): void {
  if (link.matches(":focus-visible")) link.scrollIntoView({ block: "nearest", inline: "start" });
}

export function ComingUp({
  items,
  headingLevel: Heading = "h2",
}: {
  items: { href: string; label: string; title: string }[];
  headingLevel?: "h2" | "h3";
}) {
  if (items.length === 0) return null;
  return (
    <section className="coming-up" aria-labelledby="coming-up">
      <Heading id="coming-up">Coming Up</Heading>
      <ol>
        {items.map((item) => (
          <li key={item.href}>
            <a href={item.href} onFocus={({ target }) => showAll(target)}>
              <span className="coming-up-label">{item.label}</span>{" "}
              <span className="coming-up-title" dir="auto">
                {item.title}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
