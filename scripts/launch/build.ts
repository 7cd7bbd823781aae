import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Children } from "./children.ts";
import { type Outcome, runCommand, runOrFail } from "./commands.ts";
import { root } from "./project.ts";
import type { Supervisor } from "./supervisor.ts";

const folders = ["app", "db", "worker", "scripts", "public"];
const files =
  /^(package(-lock)?\.json|tsconfig\.json|remix\.config\.js|vite\..*\.?config\.(ts|js)|vite\.config\.ts|postcss\.config\..*)$/;
const ignored = [join("scripts", "launch"), join("public", "build")];

export function hashSources(project: string = root): string {
  const hash = createHash("sha256");
  function add(path: string) {
    if (ignored.includes(path) || /\.test\.tsx?$/.test(path)) return;
    const full = join(project, path);
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
  }
  const settings = readdirSync(project).filter((name) => files.test(name));
  for (const path of [...folders.filter((name) => existsSync(join(project, name))), ...settings.sort()]) add(path);
  return hash.digest("hex");
}

const stamp = join(root, "build", ".sources");

export function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources();
}

export async function build(children: Children): Promise<Outcome> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sources = hashSources();
  rmSync(stamp, { force: true });
  const env = toolEnvironment({ NODE_ENV: "production" });
  const outcome = await runCommand(children, "/bin/sh", ["-c", scripts.build], { cwd: root, env });
  if (outcome.ok) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
  return outcome;
}

export async function ensureBuilt({ children, progress }: Supervisor): Promise<void> {
  if (isBuilt()) return;
  await progress.step("Building the app", "App built", () => runOrFail("The app could not be built:", build(children)));
}

export function toolEnvironment(extra: Partial<NodeJS.ProcessEnv> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path, ...extra };
}
