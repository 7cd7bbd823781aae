import { join } from "node:path";
import { toolEnvironment } from "./launch/build.ts";
import { ensureChromium } from "./launch/chromium.ts";
import { openTestDatabases } from "./launch/databases.ts";
import { withoutInstallation } from "./launch/settings.ts";
import { runSupervised } from "./launch/supervisor.ts";
import { parseTestArguments } from "./launch/test-arguments.ts";
import { add, countsLine, failureLines, nothing } from "./launch/test-report.ts";
import { runStep, testSteps } from "./launch/test-steps.ts";

await runSupervised({ home: join(".amberkeep", "test"), interruptedCode: 130 }, async (supervisor) => {
  const { children, progress } = supervisor;
  const { only, passOn } = parseTestArguments(process.argv.slice(2));

  const once = <T>(work: () => Promise<T>) => {
    let result: Promise<T> | undefined;
    return () => (result ??= work());
  };
  const chromiumPath = once(() => ensureChromium(children, progress));
  const databases = once(async () => {
    const urls = await openTestDatabases(supervisor);
    // Chromium is installed while the unit tests run.
    if (only.has("e2e") || only.has("bench")) chromiumPath().catch(() => {});
    return toolEnvironment({
      ...withoutInstallation(process.env),
      TEST_DATABASE_URL: urls.mysqlUrl,
      TEST_WORKER_DATABASE_URL: urls.postgresUrl,
    });
  });

  const steps = testSteps(supervisor, { passOn, databases, chromiumPath }).filter(({ name }) => only.has(name));
  const failed = new Set<string>();
  let total = nothing;
  async function run(names: string[]) {
    for (const step of steps.filter(({ name }) => names.includes(name))) {
      const report = await runStep(supervisor, step);
      if (report.failures.length > 0) failed.add(step.name);
      total = add(total, report);
    }
  }
  // In parallel on two cores. The browser tests need both, and the build, as the benchmarks do.
  const checks = async () => {
    await run(["format", "lint", "types", "build"]);
    if (!failed.has("build")) await run(["bench"]);
  };
  await Promise.all([checks(), run(["unit"])]);
  if (failed.has("build") && only.has("e2e")) {
    const name = "End to end: not run, because the build failed";
    progress.say(`✗ ${name}`);
    total = add(total, { ...nothing, failures: [{ name, error: "" }] });
  } else {
    await run(["e2e"]);
  }
  // Logs are read from the bottom.
  if (total.failures.length > 0) progress.say(`\nWhat failed:\n\n${failureLines(total.failures).join("\n\n")}`);
  if (total.retried.length > 0) progress.say(`\nPassed only on retry:\n\n${failureLines(total.retried).join("\n\n")}`);
  progress.say(`\n${countsLine(total)}`);
  return total.failures.length > 0 ? 1 : 0;
});
