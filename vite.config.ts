import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { precompress } from "./scripts/build/precompress";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const alias = [
  { find: /^~db\//, replacement: path("./db/") },
  { find: /^~\//, replacement: path("./app/") },
];

/** One server build holds every process we run, so that they share their chunks: build/server/{web,worker,migrate,seed}.js. */
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
                },
                output: { entryFileNames: "[name].js" },
              },
            },
          }
        : {},
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

export default defineConfig({
  plugins: process.env.VITEST ? [] : [remix(remixConfig), processEntries(), precompressedAssets()],
  resolve: { alias },
  // terser leaves about 3% less than esbuild; every page that hydrates pays for the difference.
  build: { target: "es2022", assetsInlineLimit: 0, minify: "terser" },
});
