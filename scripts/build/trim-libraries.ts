import type { Plugin } from "vite";

type Cut = { what: RegExp; by: string };

/** Their messages are for developers. */
const INVARIANT: Cut = {
  what: /function invariant\(value, message\) \{[^}]*?throw new Error\(message\);/,
  by: "function invariant(value) { if (value === false || value == null) { throw new Error();",
};

/** What our pages never run: loaders that stream, routes found later, fetchers, `<Link>`, and default error pages. */
const CUTS: Record<string, Cut[]> = {
  "@remix-run/router/dist/router.js": [
    INVARIANT,
    { what: /function isDeferred(?:Result|Data)\(\w+\) \{/g, by: "$& return false;" },
    { what: /let patchRoutesOnNavigationImpl = [^;]+;/, by: "let patchRoutesOnNavigationImpl;" },
    { what: /\bfogOfWar\.active\b(?! =)/g, by: "false" },
    { what: /\bif \(isFogOfWar\)/g, by: "if (false)" },
    { what: /!isFogOfWar\b/g, by: "true" },
    {
      what: /function fetch\(key, routeId, href, opts\) \{/,
      by: "function fetch() { throw new Error('Fetchers are left out.'); } function unused(key, routeId, href, opts) {",
    },
  ],
  "@remix-run/react/dist/esm/invariant.js": [INVARIANT],
  "@remix-run/react/dist/esm/data.js": [
    { what: /function isDeferredResponse\(\w+\) \{/, by: "$& return false;" },
    // States the page's version, see `page-handlers.server.ts`, unless its form is kept.
    {
      what: /signal: request\.signal\n {2}\};/,
      by: `$& let { location, navigation: { formMethod, location: to } } = window.__remixRouter.state;
      if (formMethod !== "POST" || to.pathname !== location.pathname)
        init.headers = { "X-Version": window.__remixManifest.version };`,
    },
  ],
  "@remix-run/react/dist/esm/components.js": [
    { what: /\bstaticContext === null [^:]*: staticContext\.activeDeferreds/, by: "undefined" },
    { what: /!isStatic && typeof __remixContext === "object" && __remixContext\.a\b/, by: "false" },
    // Assignments keep a component in the build.
    { what: /^(?:NavLink|Link|Form)\.displayName = .*$/gm, by: "" },
    { what: /\bisPageLinkDescriptor\(link\) \?/, by: "false ?" },
  ],
  "@remix-run/react/dist/esm/errorBoundaries.js": [
    { what: /let heyDeveloper = .*?\n {2}\}\);/s, by: "let heyDeveloper = null;" },
  ],
  // Opens a page whose script cannot be loaded, as after an update of the server, instead of reloading the one before.
  "@remix-run/react/dist/esm/routeModules.js": [
    {
      what: /window\.location\.reload\(\);/,
      by: `let { state, location: to } = window.__remixRouter?.state.navigation ?? {};
      if (state === "loading") window.location.assign(to.pathname + to.search + to.hash); else $&`,
    },
  ],
  // Keeps a page whose form was refused when its data cannot be loaded again: the form would be lost. After a form that
  // was saved, the browser opens the next page: an error instead of it would look as if nothing had been saved.
  "@remix-run/react/dist/esm/routes.js": [
    {
      what: /let result = await fetchData\(request, route\.id\);/,
      by: `let { loaderData, location, navigation: { state, formMethod, location: to } } = window.__remixRouter.state;
      let isAnswered = state === "loading" && formMethod === "POST", isSaved = isAnswered && to.state?._isRedirect;
      let isHere = isAnswered && !isSaved && to.pathname === location.pathname && route.id in loaderData;
      let result = await fetchData(request, route.id).catch((error) => error);
      if (isHere && result instanceof Error) return loaderData[route.id];
      if (isSaved && result instanceof Error && !request.signal.aborted) {
        // Once for all routes of the page: the first document to arrive would take the toast.
        if (!to.isOpened) window.location.assign(to.pathname + to.search + to.hash);
        to.isOpened = true;
        return new Promise(() => {});
      }`,
    },
  ],
  "@remix-run/react/dist/esm/fallback.js": [{ what: /return \/\*.*?\n\}/s, by: "return null;\n}" }],
  // Compiles parsers with `eval`, which the content security policy blocks; Firefox reports each attempt.
  "zod/v4/core/schemas.js": [{ what: /const jit = !core\.globalConfig\.jitless;/, by: "const jit = false;" }],
};

/**
 * Removes code from the browser's build that our pages never run.
 * @throws Error when a library has changed and a part is no longer found
 */
export function trimLibraries(): Plugin {
  const isCut = new Set<string>();
  return {
    name: "amberkeep:trim-libraries",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      const name = id.replaceAll("\\", "/").replace(/^.*\/node_modules\//, "");
      const cuts = CUTS[name];
      if (!cuts) return undefined;
      isCut.add(name);
      return cuts.reduce((text, { what, by }) => {
        if (text.search(what) < 0) throw new Error(`${name} has no ${what}`);
        return text.replace(what, by);
      }, code);
    },
    buildEnd(error) {
      const lost = Object.keys(CUTS).filter((name) => !isCut.has(name));
      if (!error && lost.length > 0) throw new Error(`Not in the build: ${lost.join(", ")}`);
    },
  };
}
