export type PageLink = { href: string; title: string };

export function PageList({ pages }: { pages: PageLink[] }) {
  return (
    <ul className="help-list">
      {pages.map((page) => (
        <li key={page.href}>
          <a href={page.href}>{page.title}</a>
        </li>
      ))}
    </ul>
  );
}
