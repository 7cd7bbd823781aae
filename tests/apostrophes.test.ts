import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** Texts that keep their straight signs, and why. */
const STRAIGHT: Record<string, string> = {
  "Passwords don't match": "fixed wording",
  "We'll email you a link to download your data within 24 hours.": "fixed wording",
  "I'm sorry, I'm having trouble responding right now. Please try again in a moment or contact support if the issue persists.":
    "fixed wording",
  "the database's clock jumped by": "for the log",
  "of its guests' pieces": "printed by a command",
};

/** Text messages with a curly sign cost twice as much; the assistant's instructions are for a machine. */
const OTHER_FILES = /\.test\.tsx?$|^app\/(env|sms\/|server\/|services\/)|assistant-answer\.server\.ts$/;

const APOSTROPHE = /\p{L}'\p{L}|\p{L}s'(?=[\s.,;:!?)])/u;
const AFTER_VALUE = /^'s\b/;

it("sets visible texts with ’ and “ ”", () => {
  const files = globSync("{app,scripts/seed}/**/*.{ts,tsx}").filter((path) => !OTHER_FILES.test(path));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => straightTextsIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

it("finds straight signs in strings, templates and markup", () => {
  const source = `
    const text = "It isn't there";
    const page = <p title="Don't">{name}'s “letter” and "photo"</p>;
    const owner = \`\${name}'s letter\`;
    const board = { asks: "where's my letter", answer: "The guests' pieces" };
    throw new Error("isn't for readers");
  `;
  expect(straightTextsIn("source.tsx", source)).toHaveLength(5);
});

function straightTextsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isUnseen(node)) return;
    const text = textOf(node)?.replace(/\s+/g, " ").trim();
    if (text && isStraight(node, text) && !STRAIGHT[text]) found.push(`${path}: ${text}`);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return node.text;
}

function isStraight(node: ts.Node, text: string): boolean {
  if (ts.isJsxText(node)) return APOSTROPHE.test(text) || AFTER_VALUE.test(text) || text.includes('"');
  const followsValue = ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
  return APOSTROPHE.test(text) || (followsValue && AFTER_VALUE.test(text));
}

/** Errors and log lines, and what people ask the help, of which only the search knows. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText());
  if (ts.isCallExpression(node)) return /^(log\.\w+|super)$/.test(node.expression.getText());
  return ts.isPropertyAssignment(node) && node.name.getText() === "asks";
}
