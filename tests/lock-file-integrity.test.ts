import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = { version?: string; integrity?: string; link?: boolean; optional?: boolean; os?: string[] | string };

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const entries = Object.entries(read("package-lock.json").packages as Record<string, Entry>);
const packageJson = read("package.json");

/**
 * Packages whose hashes were not available when the lock file was written: npm checks their version, but not their
 * content. Remove a pattern once `npm install` has added the hashes.
 */
const WITHOUT_HASH = [/^node-(bin-)?darwin-(arm64|x64)$/];

describe("package-lock.json", () => {
  const withoutHash = entries
    .filter(([path, { link, integrity }]) => path !== "" && !link && !integrity)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ""), entry }));

  it("has a SHA-512 hash for every package, apart from those of other platforms", () => {
    const unexpected = withoutHash.filter(({ name }) => !WITHOUT_HASH.some((pattern) => pattern.test(name)));
    expect(unexpected).toEqual([]);
    const weak = entries.filter(([, { integrity }]) => integrity && !integrity.startsWith("sha512-"));
    expect(weak).toEqual([]);
  });

  it("has a hash for everything that Linux with glibc installs on x64 and arm64", () => {
    const isForLinux = ({ name, entry }: (typeof withoutHash)[number]) =>
      [entry.os ?? "linux"].flat().includes("linux") && /-(x64|arm64)(-gnu)?$/.test(name);
    expect(withoutHash.filter(isForLinux)).toEqual([]);
    for (const { entry } of withoutHash) expect(entry).toMatchObject({ optional: true, os: expect.anything() });
  });

  it("lists no exception that has a hash", () => {
    const unused = WITHOUT_HASH.filter((pattern) => !withoutHash.some(({ name }) => pattern.test(name)));
    expect(unused).toEqual([]);
  });
});

describe("package.json", () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson;

  it.each(Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))(
    "pins an exact version of %s",
    (_, version) => {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    },
  );

  it("pins the same Node for every platform", () => {
    expect(Object.keys(optionalDependencies).every((name) => /^node-/.test(name))).toBe(true);
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  });
});
