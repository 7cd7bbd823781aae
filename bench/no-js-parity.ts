import { join } from "node:path";
import { toolEnvironment } from "../scripts/launch/build.ts";
import { ensureChromium } from "../scripts/launch/chromium.ts";
import { runCommand } from "../scripts/launch/commands.ts";
import { root } from "../scripts/launch/project.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { table } from "./harness/format.ts";

const WALKS = 20;
/** The short form runs one action, by its title, and no walk. */
const SHORT_ACTION = "logging in has the same result";
const TIMEOUT_MINUTES = 240;

type Suite = { title: string; file?: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] };
type Spec = { file: string; title: string; ok: boolean };

/** Row 7: end-to-end tests named parity, with script and without, that leave the same in database and screens. */
export async function measureNoJsParity({ supervisor, databases, seed, short, n }: Bench): Promise<Measurement> {
  const walks = n ?? (short ? 0 : WALKS);
  const env = toolEnvironment({
    NODE_ENV: "production",
    E2E_NAME: `bench_${process.pid}`,
    TEST_DATABASE_URL: databases.mysqlUrl,
    TEST_WORKER_DATABASE_URL: databases.postgresUrl,
    CHROMIUM_PATH: await ensureChromium(supervisor.children, supervisor.progress),
    PARITY_WALKS: String(walks),
    PARITY_SEED: seed,
  });
  const args = [
    ...[join(root, "node_modules/playwright/cli.js"), "test", "parity", "--project", "js", "--reporter", "json"],
    ...["--global-timeout", String(TIMEOUT_MINUTES * 60_000)],
    ...(short ? ["--grep", SHORT_ACTION] : []),
  ];
  const { output } = await runCommand(supervisor.children, process.execPath, args, { cwd: root, env });
  const report = output.slice(output.indexOf("{\n"), output.lastIndexOf("}") + 1);
  const { suites, errors = [] } = JSON.parse(report) as { suites: Suite[]; errors?: { message?: string }[] };
  // Playwright reports failures before the tests, such as in the global set-up, only here.
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const specs = specsIn({ suites });
  const different = specs.filter(({ ok }) => !ok).length;
  return { cases: specs.length, failures: { different }, report: describe(specs, walks, seed) };
}

function specsIn({ suites = [], specs = [], file = "" }: Partial<Suite>): Spec[] {
  return [
    ...specs.map(({ title, ok }) => ({ file, title, ok })),
    ...suites.flatMap((suite) => specsIn({ file, ...suite })),
  ];
}

function describe(specs: Spec[], walks: number, seed: string): string {
  const [walked, actions] = [true, false].map((isWalk) =>
    specs.filter(({ file }) => file.includes("walks") === isWalk),
  );
  const row = (name: string, of: Spec[] = []) => {
    const same = of.filter(({ ok }) => ok).length;
    return [name, String(of.length), String(same), of.length ? `${((100 * same) / of.length).toFixed(1)}%` : "none"];
  };
  const different = specs.filter(({ ok }) => !ok).map(({ title }) => `  different: ${title}`);
  return [
    `Row 7, no-JS parity: the same in the database and on the screens, with script and without (seed ${seed})`,
    table([["", "N", "same", "share"], row("actions", actions), row(`walks of ${walks}`, walked)]),
    ...different,
    "  good: 100% of the actions; target: 500 walks as well",
  ].join("\n");
}
