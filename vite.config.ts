import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { type BuildOptions, build, defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { chooseChunks, WITHOUT_SCRIPT } from "./scripts/build/chunks";
import { plainColours } from "./scripts/build/plain-colours";
import { precompress } from "./scripts/build/precompress";
import { trimRouteManifest } from "./scripts/build/route-manifest";
import { shortNames } from "./scripts/build/short-names";
import { trimLibraries } from "./scripts/build/trim-libraries";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const alias = [
  // Of the development server only.
  { find: "~/ui/jsx/jsx-dev-runtime", replacement: "react/jsx-dev-runtime" },
  { find: /^~db\//, replacement: path("./db/") },
  { find: /^~\//, replacement: path("./app/") },
];

/** Builds all processes to build/server, so that they share their chunks. */
function processEntries(): Plugin {
  return {
    name: "amberkeep:process-entries",
    enforce: "post",
    config: (_, { isSsrBuild }) =>
      isSsrBuild
        ? {
            build: {
              rollupOptions: {
                input: {
                  web: path("./scripts/web.ts"),
                  worker: path("./worker/index.ts"),
                  "picture-process": path("./app/services/pictures/program.server.mjs"),
                  migrate: path("./scripts/migrate.ts"),
                  seed: path("./scripts/seed.ts"),
                  command: path("./scripts/command.ts"),
                  "confirm-time": path("./scripts/confirm-time.ts"),
                  "rotate-signing-key": path("./scripts/rotate-signing-key.ts"),
                  "retire-master-key": path("./scripts/retire-master-key.ts"),
                  "rewrap-keys": path("./scripts/rewrap-keys.ts"),
                  "fetch-media": path("./scripts/fetch-media.ts"),
                  "close-account": path("./scripts/close-account.ts"),
                  "set-plan": path("./scripts/set-plan.ts"),
                  retention: path("./scripts/retention.ts"),
                  import: path("./scripts/import.ts"),
                  newsletter: path("./scripts/newsletter.ts"),
                  "record-restore-drill": path("./scripts/record-restore-drill.ts"),
                },
                output: { entryFileNames: "[name].js" },
              },
            },
          }
        : {},
  };
}

type Flag = keyof NonNullable<typeof remixConfig.future>;

/**
 * Replaces the flags that Remix reads at run time by constants, so that the code of disabled features is removed from the
 * browser's build: about 3 kB on every page that hydrates. Pages leave them out of Remix's state, too.
 * @throws Error when another version of Remix reads its flags differently
 */
function constantFlags(): Plugin {
  const flags = { isSpaMode: false, ...remixConfig.future };
  const replaced = new Set<string>();
  return {
    name: "amberkeep:constant-flags",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!/@remix-run[/\\]react[/\\]dist[/\\]esm[/\\]/.test(id)) return undefined;
      return code.replace(
        /\b(?:window\.__remixContext\.)?(?:future\.(v3_\w+)|(?<=__remixContext\.)(isSpaMode))\b(?!\s*[:=][^=])/g,
        (_, future?: Flag, spa?: string) => {
          replaced.add(future ?? spa ?? "");
          return String((future ? flags[future] : flags.isSpaMode) === true);
        },
      );
    },
    buildEnd(error) {
      if (!error && replaced.size < 5)
        throw new Error("Remix no longer reads its flags where constantFlags() expects them.");
    },
  };
}

/** Scripts of pages without React, at fixed URLs. */
const PLAIN_SCRIPTS = {
  "fields.js": "app/ui/base/fields-script.ts",
  "help.js": "app/ui/help/help-script.ts",
  "lightbox.js": "app/ui/lightbox/lightbox.ts",
  "opening.js": "app/ui/reading/opening-script.ts",
  "plans.js": "app/ui/billing/plans-script.ts",
  "public.js": "app/ui/public/enhance.ts",
};

/** Imports without Vite's preloads: what they load is small and needs no style sheet. */
function plainImports(): Plugin {
  return {
    name: "amberkeep:plain-imports",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

/** Builds each plain script whole, so that it shares no chunk with pages that have React. */
function plainScripts(): Plugin {
  let isBrowserBuild = false;
  return {
    name: "amberkeep:plain-scripts",
    configResolved: ({ command, build }) => {
      isBrowserBuild = command === "build" && !build.ssr;
    },
    async generateBundle() {
      if (!isBrowserBuild) return;
      for (const [fileName, source] of Object.entries(PLAIN_SCRIPTS)) {
        this.emitFile({ type: "asset", fileName, source: await buildPlainScript(source) });
      }
    },
    configureServer({ middlewares }) {
      for (const [fileName, source] of Object.entries(PLAIN_SCRIPTS)) {
        middlewares.use(`/${fileName}`, (_, response) => {
          response.setHeader("Content-Type", "text/javascript");
          response.end(`import "/${source}";`);
        });
      }
    },
  };
}

async function buildPlainScript(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    resolve: { alias },
    build: {
      target: TARGET,
      write: false,
      minify: "terser",
      terserOptions: TERSER,
      copyPublicDir: false,
      modulePreload: false,
      rollupOptions: { input: path(`./${source}`), output: { inlineDynamicImports: true } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error(`${source} was not built.`);
  return output.output[0].code;
}

function hydrates(routeId: string): boolean {
  return !WITHOUT_SCRIPT.test(readFileSync(path(`./app/${routeId}.tsx`), "utf8"));
}

/** Compresses the browser's files after the server's build, which is the last one. */
function precompressedAssets(): Plugin {
  let isServerBuild = false;
  return {
    name: "amberkeep:precompressed-assets",
    configResolved: (config) => {
      isServerBuild = Boolean(config.build.ssr) && config.command === "build";
    },
    async closeBundle() {
      if (!isServerBuild) return;
      await trimRouteManifest(path("./build/client"), hydrates);
      await precompress(path("./build/client"));
    },
  };
}

/**
 * Libraries of hundreds of small files are bundled, as reading them one by one takes most of a process's start. Conform
 * compares zod's classes and has to be in the same bundle.
 */
const MANY_FILES = [/^date-fns/, /^@date-fns\//, /^drizzle-orm/, /^libphonenumber-js/, /^zod/, /^@conform-to\//];

const TARGET = "es2022";
/** The first browsers that know cascade layers; nesting is newer, and is lowered for them. */
const CSS_TARGET = ["chrome99", "firefox97", "safari15.4"];

/** Its output is about 3% smaller than esbuild's. The server's build stays readable. */
const TERSER: BuildOptions["terserOptions"] = {
  ecma: 2020,
  module: true,
  // The router's warnings for developers, about 0.5 kB.
  compress: {
    passes: 3,
    pure_getters: true,
    keep_fargs: false,
    pure_funcs: ["warning", "warningOnce", "logV6DeprecationWarnings"],
  },
  format: { comments: false },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [
        remix(remixConfig),
        constantFlags(),
        trimLibraries(),
        plainImports(),
        plainScripts(),
        processEntries(),
        precompressedAssets(),
      ],
  resolve: { alias },
  esbuild: { jsxImportSource: "~/ui/jsx" },
  ssr: { noExternal: MANY_FILES },
  // Vite looks for the browser's libraries in all routes, and so finds a library of the server.
  optimizeDeps: { exclude: ["@node-rs/argon2"] },
  css: {
    postcss: { plugins: command === "build" ? [plainColours(), ...shortNames(path("./app/styles/tokens.css"))] : [] },
  },
  build: {
    target: TARGET,
    cssTarget: CSS_TARGET,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    minify: isSsrBuild ? false : "terser",
    terserOptions: TERSER,
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chooseChunks() } } }),
  },
}));
