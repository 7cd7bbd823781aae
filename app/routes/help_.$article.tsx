import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { articleSummary, HELP_SECTIONS, helpPath } from "~/domain/help/article";
import { findArticle, HELP_ARTICLES } from "~/domain/help/articles";
import { linksTo } from "~/http/help/help-chat.server";
import { helpStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { ArticlePage } from "~/ui/help/article-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export function loader({ params }: LoaderFunctionArgs) {
  const article = findArticle(params.article);
  if (!article) throw new Response(null, { status: 404 });
  const { id, section, title, answer, more = [], link = null } = article;
  const others = HELP_ARTICLES.filter((one) => one.section === section && one.id !== id);
  return json({
    path: helpPath(id),
    description: articleSummary(article),
    title,
    section: HELP_SECTIONS[section],
    answer,
    more,
    link,
    others: linksTo(others.map((one) => one.id)),
  });
}

export const links = helpStyles;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? describePage(matches, { ...data, title: `${data.title} | Amberkeep` }) : [{ title: "Help | Amberkeep" }];

export default function ArticleRoute() {
  return (
    <Page chrome={useChrome()} width="letter">
      <ArticlePage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
