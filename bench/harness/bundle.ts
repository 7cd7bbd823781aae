import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/launch/project.ts";

/**
 * Bundles programs as the build does and returns the path of each.
 * @param entries paths of the sources relative to the project, by name
 */
export async function bundle<Name extends string>(
  folder: string,
  entries: Record<Name, string>,
): Promise<Record<Name, string>> {
  const { build } = await import("vite");
  mkdirSync(folder, { recursive: true });
  linkModules(folder);
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: [
        { find: /^~db\//, replacement: join(root, "db/") },
        { find: /^~\//, replacement: join(root, "app/") },
      ],
    },
    // Vitest sets NODE_ENV, which would select the development transform.
    esbuild: { jsx: "automatic", jsxDev: false },
    build: {
      ssr: true,
      target: "es2022",
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries<string>(entries).map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  const paths = Object.keys(entries).map((name) => [name, join(folder, `${name}.mjs`)]);
  return Object.fromEntries(paths) as Record<Name, string>;
}

/** Lets bundles outside the project resolve packages. */
function linkModules(folder: string): void {
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
