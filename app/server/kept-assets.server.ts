import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "~/services/id.server";
import { COMPRESSED, type StaticFile, toStaticFile } from "./static-files.server";

/** The versions that were started last. Each takes about 5 MB. */
const KEPT_VERSIONS = 10;
/** In milliseconds. An older copy was left behind by a process that was killed. */
const COPYING_MS = 60 * 60_000;
const ASSET = /^\/assets\/([\w$.-]+)$/;

/**
 * The assets of earlier and later versions of the app, in a folder that all web processes share. A page asks for those
 * of the version that rendered it, which may have been replaced since, or run on another machine during an update.
 */
export function createKeptAssets(folder: string) {
  const startedAt = async (version: string) => ({ version, at: (await stat(join(folder, version))).mtimeMs });
  const isCopy = (name: string) => name.includes(".");
  const entries = () => readdir(folder).catch((): string[] => []);

  return {
    /** Adds those of the running version, and removes those of the oldest. */
    async keep(assets: string, version: string): Promise<void> {
      const place = join(folder, version);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = new Date();
      const isThere = await utimes(place, now, now).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        const copy = `${place}.${createId()}`;
        await cp(assets, copy, { recursive: true });
        // Another process may have been first.
        await rename(copy, place).catch(() => rm(copy, { recursive: true }));
      }
      const started = await Promise.all((await entries()).map(startedAt));
      const whole = started.filter(({ version }) => !isCopy(version)).sort((a, b) => b.at - a.at);
      const left = started.filter(({ version, at }) => isCopy(version) && at < Date.now() - COPYING_MS);
      const old = [...whole.slice(KEPT_VERSIONS), ...left];
      await Promise.all(old.map((one) => rm(join(folder, one.version), { recursive: true, force: true })));
    },

    async find(pathname: string): Promise<StaticFile | undefined> {
      const [, name = ""] = ASSET.exec(pathname) ?? [];
      if (!name || COMPRESSED.test(name)) return undefined;
      for (const version of await entries()) {
        if (isCopy(version)) continue;
        const read = (ending = "") => readFile(join(folder, version, name + ending)).catch(() => undefined);
        const identity = await read();
        if (identity) return toStaticFile(pathname, { identity, br: await read(".br"), gzip: await read(".gz") });
      }
      return undefined;
    },
  };
}

export type KeptAssets = ReturnType<typeof createKeptAssets>;
