import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { chooseChunks } from "./scripts/build/chunks";
import { precompress } from "./scripts/build/precompress";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const alias = [
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
                  "confirm-time": path("./scripts/confirm-time.ts"),
                  "rotate-signing-key": path("./scripts/rotate-signing-key.ts"),
                  "retire-master-key": path("./scripts/retire-master-key.ts"),
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

/**
 * Replaces the flags that Remix reads at run time by constants, so that the code of disabled features is removed from the
 * browser's build: about 3 kB on every page that hydrates.
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
        /\b(?:window\.__remixContext\.)?(?:future\.(v3_singleFetch|v3_lazyRouteDiscovery)|(?<=__remixContext\.)(isSpaMode))\b(?!\s*[:=][^=])/g,
        (_, future?: "v3_singleFetch" | "v3_lazyRouteDiscovery", spa?: string) => {
          replaced.add(future ?? spa ?? "");
          return String((future ? flags[future] : flags.isSpaMode) === true);
        },
      );
    },
    buildEnd(error) {
      if (!error && replaced.size < 3)
        throw new Error("Remix no longer reads its flags where constantFlags() expects them.");
    },
  };
}

/** The scripts of pages without React, by URL. */
const SCRIPTS = {
  "/lightbox.js": "./app/ui/lightbox/lightbox.ts",
  "/help.js": "./app/ui/help/help-script.ts",
  "/opening.js": "./app/ui/reading/opening-script.ts",
  "/plans.js": "./app/ui/billing/plans-script.ts",
};

/** Builds them to these fixed URLs. */
function fixedScripts(): Plugin {
  let isBrowserBuild = false;
  return {
    name: "amberkeep:fixed-scripts",
    configResolved: ({ command, build }) => {
      isBrowserBuild = command === "build" && !build.ssr;
    },
    buildStart() {
      if (!isBrowserBuild) return;
      for (const [url, source] of Object.entries(SCRIPTS))
        this.emitFile({ type: "chunk", id: path(source), fileName: url.slice(1) });
    },
    configureServer({ middlewares }) {
      for (const [url, source] of Object.entries(SCRIPTS)) {
        middlewares.use(url, (_, response) => {
          response.setHeader("Content-Type", "text/javascript");
          response.end(`import "${source.slice(1)}";`);
        });
      }
    },
  };
}

/** Compresses the browser's files after the server's build, which is the last one. */
function precompressedAssets(): Plugin {
  let isServerBuild = false;
  return {
    name: "amberkeep:precompressed-assets",
    configResolved: (config) => {
      isServerBuild = Boolean(config.build.ssr) && config.command === "build";
    },
    closeBundle: () => (isServerBuild ? precompress(path("./build/client")) : undefined),
  };
}

/**
 * Libraries of hundreds of small files are bundled, as reading them one by one takes most of a process's start. Conform
 * compares zod's classes and has to be in the same bundle.
 */
const MANY_FILES = [/^date-fns/, /^@date-fns\//, /^drizzle-orm/, /^libphonenumber-js/, /^zod/, /^@conform-to\//];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [remix(remixConfig), constantFlags(), fixedScripts(), processEntries(), precompressedAssets()],
  resolve: { alias },
  ssr: { noExternal: MANY_FILES },
  // terser's output is about 3% smaller than esbuild's. The server's build stays readable.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
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
    },
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chooseChunks() } } }),
  },
}));
