/**
 * For tests to kill: starts both databases and an app in the given data folder, prints their addresses and keeps
 * running.
 */
import { openDatabases } from "../../scripts/launch/databases.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { runSupervised } from "../../scripts/launch/supervisor.ts";

await runSupervised({ home: process.argv[2] }, async ({ home, processTag, children, progress }) => {
  const given = { mysql: undefined, postgres: undefined };
  const { mysqlUrl, postgresUrl } = await openDatabases({
    home,
    children,
    progress,
    secrets: openSecrets(home),
    given,
  });
  const app = children.start({
    name: "an app",
    command: process.execPath,
    args: ["-e", "setInterval(() => {}, 1000)", "--", processTag],
    tier: "app",
  });
  // Not with `progress.say`, which would redact the passwords.
  console.log(`READY ${JSON.stringify({ mysqlUrl, postgresUrl, app: app.pid })}`);
  return new Promise(() => {});
});
