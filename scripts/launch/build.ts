import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Outcome, runOwned } from "./commands.ts";
import type { OwnedProcesses } from "./owned-processes.ts";
import { root } from "./project.ts";

const folders = ["app", "db", "worker", "scripts", "public"];
const files =
  /^(package(-lock)?\.json|tsconfig\.json|remix\.config\.js|vite\..*\.?config\.(ts|js)|vite\.config\.ts|postcss\.config\..*)$/;
const aside = [join("scripts", "launch"), join("public", "build")];

/** A hash of everything that goes into the build, by name and content. */
export function hashSources(project: string = root): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    if (aside.includes(path) || /\.test\.tsx?$/.test(path)) return;
    const full = join(project, path);
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
  };
  const settings = readdirSync(project).filter((name) => files.test(name));
  for (const path of [...folders.filter((name) => existsSync(join(project, name))), ...settings.sort()]) add(path);
  return hash.digest("hex");
}

const stamp = join(root, "build", ".sources");

/** Whether the last finished build was made of the sources as they are now. */
export function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources();
}

/** Runs the `build` script of package.json; what npm would add to it, our own Node and the tools' folder, is on PATH. */
export async function build(owned: OwnedProcesses): Promise<Outcome> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sources = hashSources();
  rmSync(stamp, { force: true });
  const outcome = await runOwned(owned, "/bin/sh", ["-c", scripts.build], {
    cwd: root,
    env: toolEnvironment({ NODE_ENV: "production" }),
  });
  if (outcome.ok) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
  return outcome;
}

/** Our environment with the project's tools first on PATH, so that what they start is run by the pinned Node too. */
export function toolEnvironment(extra: Partial<NodeJS.ProcessEnv> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path, ...extra };
}
