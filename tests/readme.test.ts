import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const decisions = readdirSync("docs/decisions").sort();
const docs = readdirSync("docs").filter((name) => name.endsWith(".md"));
const pages = [
  "README.md",
  ...docs.map((name) => `docs/${name}`),
  ...decisions.map((name) => `docs/decisions/${name}`),
];
const readme = readFileSync("README.md", "utf8");

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  it("names only existing commands", () => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? "");
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });

  it("links only to existing files", () => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
    const own = links.filter((target) => !/^\w+:/.test(target));
    expect(own.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  it("names only existing files", () => {
    const named = [...text.matchAll(/`((?:app|bench|db|worker|scripts|tests|docs|public)\/[\w./$-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it("docs/security.md names only tests that exist, for every line of its table", () => {
  const security = readFileSync("docs/security.md", "utf8");
  const places = ["", "app/routes/", "tests/e2e/"];
  const named = [...security.matchAll(/`([\w./$-]+\.(?:test|spec)\.tsx?|setup\/[\w-]+\.ts)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !places.some((place) => existsSync(`${place}${path}`)))).toEqual([]);
  const [, table = ""] = security.split("## OWASP ASVS");
  const lines = table.split("\n").filter((line) => /^\| (\*\*V\d+\*\* )?\d/.test(line));
  expect(lines.length).toBeGreaterThan(80);
  const empty = lines.filter((line) => !/[\w–]/.test(line.split("|")[3] ?? ""));
  expect(empty).toEqual([]);
});

it("the README shows a tree of existing folders and files", () => {
  const tree = /^```\n(app\/routes\/.*?)```$/ms.exec(readme)?.[1] ?? "";
  const named = tree.split("\n").flatMap((line) => /^(\S+) {2,}\S/.exec(line)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("the README begins with the two commands and names all others except their parts", () => {
  expect(/```sh\n(.*?)```/s.exec(readme)?.[1]?.match(/npm \w+/g)).toEqual(["npm start", "npm test"]);
  const unnamed = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme));
  expect(unnamed).toEqual([]);
});

it("the README has the login of the demo account", () => {
  const welcome = readFileSync("scripts/launch/welcome.ts", "utf8");
  const [, email = "", password = ""] = /Log in with {2}(\S+) {2}and {2}(\S+)"/.exec(welcome) ?? [];
  expect(readme).toContain(`**${email}** and **${password}**`);
});

it("decisions are numbered without gaps and have a context, a decision and consequences", () => {
  expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
  for (const name of decisions) {
    const text = readFileSync(`docs/decisions/${name}`, "utf8");
    expect(text, name).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S`));
    expect(text.match(/^## .*$/gm), name).toEqual(["## Context", "## Decision", "## Consequences"]);
  }
});

it("the code refers only to docs that exist", () => {
  const files = globSync(["{app,bench,db,worker,scripts,tests}/**/*.{ts,tsx,mjs}", "*.{js,yml,toml}"]);
  const named = files.flatMap((file) => readFileSync(file, "utf8").match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
