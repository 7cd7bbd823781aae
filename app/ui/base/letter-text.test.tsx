import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LetterText } from "./letter-text";

const render = (text: string) => renderToStaticMarkup(<LetterText text={text} />);
const textIn = (html: string) => html.replaceAll(/<[^>]*>/g, "");

it("separates paragraphs and lines without styles", () => {
  const html = render("Dear Mia,\n\nby now\nyou can read.");
  expect(html.match(/<p /g)).toHaveLength(2);
  expect(html).toContain("by now<br/>\nyou can read.");
});

it("claims no language, so that screen readers do not read German as English", () => {
  expect(render("Liebe Mia")).toMatch(/^<div [^>]*lang=""/);
});

it.each(["One", "One\n", "\n\n One\n\n\n\nTwo\n\n\nThree", "\n\n\n\n\n", "a\nb\n\nc"])(
  "keeps each character of %j",
  (text) => {
    expect(textIn(render(text))).toBe(text);
  },
);
