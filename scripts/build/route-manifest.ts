import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MANIFEST = /^manifest-\w+\.js$/;
const PREFIX = "window.__remixManifest=";
/** Only programs, frames and `src` attributes request these, and no page navigates to them. */
const FOR_MACHINES =
  /^routes\/(webhooks\.|healthz|readyz|robots|sitemap|\[\.\]well-known|uploads|media\.|live$|.*qr\[|.*_\.mail$|.*\$id\.html$|.*passkeys?_\.options$)/;

/**
 * Shortens the browser's list of routes, which every page with React loads, to those that React shows: the browser loads all
 * others as pages of their own (app/ui/shell/enhance.ts).
 * @throws Error when Remix writes the list differently
 */
export async function trimRouteManifest(folder: string, hydrates: (routeId: string) => boolean): Promise<void> {
  const names = (await readdir(join(folder, "assets"))).filter((name) => MANIFEST.test(name));
  for (const name of names) {
    const path = join(folder, "assets", name);
    const text = await readFile(path, "utf8");
    if (!text.startsWith(PREFIX)) throw new Error(`${name} does not begin with ${PREFIX}`);
    const manifest = JSON.parse(text.slice(PREFIX.length).replace(/;\s*$/, "")) as { routes: Record<string, object> };
    const kept = Object.entries(manifest.routes).filter(([id]) => !FOR_MACHINES.test(id) && hydrates(id));
    const routes = Object.fromEntries(kept);
    await writeFile(path, `${PREFIX}${JSON.stringify({ ...manifest, routes })};`);
  }
}
