import { ButtonLink } from "../base/button";
import { PageHead } from "../base/page-head";
import { type PageLink, PageList } from "./page-list";

type Article = {
  title: string;
  section: string;
  answer: string;
  more: string[];
  link: { href: string; label: string } | null;
  others: PageLink[];
};

export function ArticlePage({ title, section, answer, more, link, others }: Article) {
  return (
    <>
      <article className="help-article">
        <PageHead title={title} kicker={section} lede={answer} back={{ href: "/help", label: "Help" }} />
        {more.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {link && (
          <p>
            <ButtonLink href={link.href}>{link.label}</ButtonLink>
          </p>
        )}
      </article>
      <nav className="help-others" aria-labelledby="others">
        <h2 id="others">{section}</h2>
        <PageList pages={others} />
        <p className="small">
          Not what you were looking for? <a href="/help">Ask a question</a> or <a href="/contact">write to us</a>.
        </p>
      </nav>
    </>
  );
}
