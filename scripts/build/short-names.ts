import { readFileSync } from "node:fs";
import type { CSSOptions } from "vite";

type Plugins = NonNullable<Extract<CSSOptions["postcss"], object>["plugins"]>;

const USED = /(?<=var\()--[\w-]+/g;

/** Replaces the names of tokens, which style sheets use hundreds of times: 0.3 kB of each page once compressed. */
export function shortNames(tokensFile: string): Plugins {
  const named = readFileSync(tokensFile, "utf8").matchAll(/^\s*(--[\w-]+):/gm);
  const names = [...new Set(Array.from(named, ([, name = ""]) => name))];
  const short = new Map(names.map((name, index) => [name, `--${index.toString(36)}`]));
  return [
    {
      postcssPlugin: "short-names",
      OnceExit(root) {
        root.walkDecls((declaration) => {
          declaration.prop = short.get(declaration.prop) ?? declaration.prop;
          declaration.value = declaration.value.replace(USED, (name) => short.get(name) ?? name);
          if (declaration.variable) trim(declaration);
        });
      },
    },
  ];
}

/** The minifier keeps the spaces of custom properties. */
function trim(declaration: { value: string; raws: { between?: string } }): void {
  declaration.raws.between = ":";
  declaration.value = declaration.value.replace(/\s+/g, " ").replace(/(?<=[(,]) | (?=\))/g, "");
}
