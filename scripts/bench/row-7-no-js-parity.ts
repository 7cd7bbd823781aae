import { join } from "node:path";
import { toolEnvironment } from "../launch/build.ts";
import { ensureChromium } from "../launch/chromium.ts";
import { runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Bench } from "./installation.ts";
import { table } from "./measuring.ts";

/** Walks by chance, unless another number is asked for; the share that is wrong is below 3/N with 95% certainty. */
const WALKS = 20;
const TIMEOUT_MINUTES = 240;

type Suite = { title: string; file?: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] };
type Spec = { file: string; title: string; ok: boolean };

/**
 * Row 7: what people do, each by two accounts, one with script and one without: how much of it ends with the same in
 * the database and the same words on the screens. What is done, and how the two are compared, is in the end-to-end
 * tests named parity; here they are run with more walks, and counted.
 */
export async function measureNoJsParity({ supervisor, databases, seed, n }: Bench): Promise<string> {
  const walks = n ?? WALKS;
  const env = toolEnvironment({
    NODE_ENV: "production",
    E2E_NAME: `bench_${process.pid}`,
    TEST_DATABASE_URL: databases.mysqlUrl,
    TEST_WORKER_DATABASE_URL: databases.postgresUrl,
    CHROMIUM_PATH: await ensureChromium(supervisor.children, supervisor.progress),
    PARITY_WALKS: String(walks),
    PARITY_SEED: seed,
  });
  const tool = join(root, "node_modules/playwright/cli.js");
  const args = [tool, "test", "parity", "--project", "js", "--reporter", "json", "--global-timeout"];
  const { output } = await runCommand(
    supervisor.children,
    process.execPath,
    [...args, String(TIMEOUT_MINUTES * 60_000)],
    {
      cwd: root,
      env,
    },
  );
  const report = output.slice(output.indexOf("{\n"), output.lastIndexOf("}") + 1);
  const specs = specsIn(JSON.parse(report) as { suites: Suite[] });
  return describe(specs, walks, seed);
}

function specsIn({ suites = [], specs = [], file = "" }: Partial<Suite>): Spec[] {
  return [
    ...specs.map(({ title, ok }) => ({ file, title, ok })),
    ...suites.flatMap((suite) => specsIn({ file, ...suite })),
  ];
}

function describe(specs: Spec[], walks: number, seed: string): string {
  const [walked, acted] = [true, false].map((isWalk) => specs.filter(({ file }) => file.includes("walks") === isWalk));
  const row = (name: string, of: Spec[] = []) => {
    const same = of.filter(({ ok }) => ok).length;
    return [name, String(of.length), String(same), of.length ? `${((100 * same) / of.length).toFixed(1)}%` : "none"];
  };
  const different = specs.filter(({ ok }) => !ok).map(({ title }) => `  different: ${title}`);
  return [
    `Row 7, no-JS parity: the same left in the database and on the screens, with script and without (seed ${seed})`,
    table([["", "N", "same", "share"], row("actions", acted), row(`walks of ${walks}`, walked)]),
    ...different,
    "  good: 100% of the actions; after: 500 walks, too",
  ].join("\n");
}
