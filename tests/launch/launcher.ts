/** A launcher for tests to kill: opens the house in the folder given, starts both databases, says where they are, and stays. */
import { openDatabases } from "../../scripts/launch/databases.ts";
import { runHouse } from "../../scripts/launch/house.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";

await runHouse({ home: process.argv[2] }, async ({ home, mark, owned, progress }) => {
  const given = { mysql: undefined, postgres: undefined };
  const { mysqlUrl, postgresUrl } = await openDatabases({ home, owned, progress, secrets: openSecrets(home), given });
  const app = owned.start({
    name: "an app",
    command: process.execPath,
    args: ["-e", "setInterval(() => {}, 1000)", "--", mark],
    rank: "app",
  });
  // Not by way of the progress, which would blot out the passwords.
  console.log(`READY ${JSON.stringify({ mysqlUrl, postgresUrl, app: app.pid })}`);
  return new Promise(() => {});
});
