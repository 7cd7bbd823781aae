import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Children } from "./children.ts";
import { type Outcome, runCommand, runOrFail } from "./commands.ts";
import { waitForLock } from "./lock-file.mjs";
import { root } from "./project.ts";
import type { Supervisor } from "./supervisor.ts";

/** All that the build reads. The format of certificates is part of keepsakes. */
const sourcePaths = [
  ...["app", "db", "worker", "scripts", "public", join("docs", "certificate-format.md")],
  ...["package.json", "package-lock.json", "tsconfig.json", "remix.config.js", "vite.config.ts"],
];
const ignored = join("scripts", "launch");

export function hashSources(project: string = root): string {
  const hash = createHash("sha256");
  function add(path: string) {
    if (path === ignored || /\.test\.tsx?$/.test(path)) return;
    const full = join(project, path);
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
  }
  for (const path of sourcePaths) if (existsSync(join(project, path))) add(path);
  return hash.digest("hex");
}

const stampIn = (project: string) => join(project, "build", ".sources");

export function isBuilt(project: string = root): boolean {
  const stamp = stampIn(project);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources(project);
}

type Builder = Pick<Supervisor, "children" | "progress">;

/** Builds unless it is built. Concurrent builds wait for each other, since all write to the same folder. */
export async function build({ children, progress }: Builder, project: string = root): Promise<Outcome> {
  if (isBuilt(project)) return { ok: true, output: "" };
  const lock = await waitForLock(join(project, ".amberkeep", "build.lock"), () =>
    progress.say("Waiting for another process that is building the app here …"),
  );
  try {
    return isBuilt(project) ? { ok: true, output: "" } : await runBuild(children, project);
  } finally {
    lock.release();
  }
}

async function runBuild(children: Children, project: string): Promise<Outcome> {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const sources = hashSources(project);
  const stamp = stampIn(project);
  rmSync(stamp, { force: true });
  const env = toolEnvironment({ NODE_ENV: "production", HOLDS_BUILD_LOCK: "1" });
  const outcome = await runCommand(children, "/bin/sh", ["-c", scripts.build], { cwd: project, env });
  if (outcome.ok) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
  return outcome;
}

export async function ensureBuilt(builder: Builder): Promise<void> {
  if (isBuilt()) return;
  await builder.progress.step("Building the app", "App built", () =>
    runOrFail("The app could not be built:", build(builder)),
  );
}

export function toolEnvironment(extra: Partial<NodeJS.ProcessEnv> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path, ...extra };
}
