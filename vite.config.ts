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

/** One server build holds every process we run, so that they share their chunks: build/server/{web,worker,migrate,seed,rotate-signing-key,set-plan}.js. */
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
                  migrate: path("./scripts/migrate.ts"),
                  seed: path("./scripts/seed.ts"),
                  "rotate-signing-key": path("./scripts/rotate-signing-key.ts"),
                  "set-plan": path("./scripts/set-plan.ts"),
                },
                output: { entryFileNames: "[name].js" },
              },
            },
          }
        : {},
  };
}

/**
 * What Remix asks of its own settings while it runs is known here, so the code for what is switched off stays out of
 * the browser: about 3 kB on every page that hydrates.
 * @throws Error when Remix asks in other words than in the version that is installed
 */
function settledFlags(): Plugin {
  const flags = { isSpaMode: false, ...remixConfig.future };
  const asked = new Set<string>();
  return {
    name: "amberkeep:settled-flags",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!/@remix-run[/\\]react[/\\]dist[/\\]esm[/\\]/.test(id)) return undefined;
      return code.replace(
        /\b(?:window\.__remixContext\.)?(?:future\.(v3_singleFetch|v3_lazyRouteDiscovery)|(?<=__remixContext\.)(isSpaMode))\b(?!\s*[:=][^=])/g,
        (_, future?: "v3_singleFetch" | "v3_lazyRouteDiscovery", spa?: string) => {
          asked.add(future ?? spa ?? "");
          return String((future ? flags[future] : flags.isSpaMode) === true);
        },
      );
    },
    buildEnd(error) {
      if (!error && asked.size < 3) throw new Error("Remix asks for its flags in other words than it did.");
    },
  };
}

/** Builds the script of the letters' pages, which load nothing else, to a fixed URL: /lightbox.js. */
function lightboxScript(): Plugin {
  const url = "/lightbox.js";
  const source = path("./app/ui/lightbox/lightbox.ts");
  let isBrowserBuild = false;
  return {
    name: "amberkeep:lightbox-script",
    configResolved: ({ command, build }) => {
      isBrowserBuild = command === "build" && !build.ssr;
    },
    buildStart() {
      if (isBrowserBuild) this.emitFile({ type: "chunk", id: source, fileName: url.slice(1) });
    },
    configureServer({ middlewares }) {
      middlewares.use(url, (_, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end('import "/app/ui/lightbox/lightbox.ts";');
      });
    },
  };
}

/** The server's build comes last and finds the browser's already there. */
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
 * Libraries of hundreds of small files: read one by one they take most of the time in which a process starts, so what we
 * use of them is built in. With zod goes what compares its classes.
 */
const MANY_FILES = [/^date-fns/, /^@date-fns\//, /^drizzle-orm/, /^libphonenumber-js/, /^zod/, /^@conform-to\//];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [remix(remixConfig), settledFlags(), lightboxScript(), processEntries(), precompressedAssets()],
  resolve: { alias },
  ssr: { noExternal: MANY_FILES },
  // terser leaves about 3% less than esbuild; every page that hydrates pays for the difference. The server's stays legible.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      // What the router would say on the console to whoever develops with it, about 0.5 kB.
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
