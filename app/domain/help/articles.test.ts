import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { GUESTS_AT_MOST } from "~/domain/board/join-board.server";
import { articleSummary } from "./article";
import { findArticle, HELP_ARTICLES, MOST_ASKED } from "./articles";

const routes = globSync("app/routes/*.tsx").map((path) => path.replace(/^.*\/(.*)\.tsx$/, "$1"));

it("have summaries for search engines, of whole sentences or with an ellipsis", () => {
  for (const article of HELP_ARTICLES) {
    const summary = articleSummary(article);
    expect(summary.length, article.id).toBeGreaterThan(30);
    expect(summary.length, article.id).toBeLessThan(160);
    expect(summary, article.id).toMatch(/[.?…]$/);
  }
});

it("have ids of their own, which can be URLs", () => {
  const ids = HELP_ARTICLES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(ids.filter((id) => routes.includes(`help_.${id}`))).toEqual([]);
});

it("know how many guests a board takes", () => {
  expect(findArticle("board-limits")?.answer).toContain(`up to ${GUESTS_AT_MOST} guests`);
});

it("are asked for in a dozen ways, each once", () => {
  for (const { id, asks } of HELP_ARTICLES) {
    const ways = asks.split(" | ");
    expect(new Set(ways).size, id).toBe(ways.length);
    expect(ways.length, id).toBeGreaterThanOrEqual(12);
  }
});

it("that are asked most exist", () => {
  expect(MOST_ASKED.filter((id) => !findArticle(id))).toEqual([]);
});

it("answer in a few sentences", () => {
  for (const { id, answer, more = [] } of HELP_ARTICLES) {
    for (const text of [answer, ...more]) {
      expect(text, id).toMatch(/[.?]$/);
      expect(text.length, id).toBeLessThan(520);
    }
  }
});

it("link to pages that exist", () => {
  for (const { id, link } of HELP_ARTICLES) {
    const page = link?.href.replace(/^\/|[?#].*$/g, "").replaceAll("/", ".");
    if (page !== undefined) expect(routes, id).toContain(page);
  }
});
