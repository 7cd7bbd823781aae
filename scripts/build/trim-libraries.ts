import type { Plugin } from "vite";

type Cut = { file: RegExp; what: RegExp; by: string };

/** Parts of React's router and of Remix that only servers need, or loaders that stream: ours don't. */
const CUTS: Cut[] = [
  { file: /@remix-run\/router\/dist\/router/, what: /function isDeferred(Result|Data)\(\w+\) \{/g, by: "$& return false;" },
  {
    // Its messages are for developers.
    file: /@remix-run\/router\/dist\/router/,
    what: /function invariant\(value, message\) \{[^}]*?throw new Error\(message\);/,
    by: "function invariant(value) { if (value === false || value == null) { throw new Error();",
  },
  {
    file: /@remix-run\/react\/dist\/esm\/invariant/,
    what: /function invariant\(value, message\) \{[^}]*?throw new Error\(message\);/,
    by: "function invariant(value) { if (value === false || value == null) { throw new Error();",
  },
  { file: /@remix-run\/react\/dist\/esm\/data/, what: /function isDeferredResponse\(\w+\) \{/, by: "$& return false;" },
  {
    file: /@remix-run\/react\/dist\/esm\/components/,
    what: /\bstaticContext === null \|\| staticContext === void 0 \? void 0 : staticContext\.activeDeferreds/,
    by: "undefined",
  },
  {
    file: /@remix-run\/react\/dist\/esm\/components/,
    what: /!isStatic && typeof __remixContext === "object" && __remixContext\.a/,
    by: "false",
  },
];

/**
 * Leaves out of the browser's build what our pages never run.
 * @throws Error when a library has changed and a part is no longer found
 */
export function trimLibraries(): Plugin {
  const found = new Set<Cut>();
  return {
    name: "amberkeep:trim-libraries",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      const path = id.replaceAll("\\", "/");
      const cuts = CUTS.filter(({ file, what }) => file.test(path) && code.search(what) >= 0);
      for (const cut of cuts) found.add(cut);
      return cuts.length > 0 ? cuts.reduce((text, { what, by }) => text.replace(what, by), code) : undefined;
    },
    buildEnd(error) {
      const lost = CUTS.filter((cut) => !found.has(cut));
      if (!error && lost.length > 0) throw new Error(`No longer found: ${lost.map(({ what }) => what).join(", ")}`);
    },
  };
}
