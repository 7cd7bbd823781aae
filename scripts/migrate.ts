import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeWorkerUtils } from "graphile-worker";
import { env } from "~/env.server";
import { migrate } from "~db/migrate";
import { exitWithSentence } from "./exit-with-sentence";

/** Runs from scripts/ and from build/server/. */
const here = dirname(fileURLToPath(import.meta.url));
const root = here.endsWith("scripts") ? join(here, "..") : join(here, "../..");

try {
  await migrate(env.DATABASE_URL, join(root, "db/migrations"));
  const queue = await makeWorkerUtils({ connectionString: env.WORKER_DATABASE_URL });
  await queue.migrate();
  await queue.release();
} catch (error) {
  exitWithSentence(error, {
    ER_TABLE_EXISTS_ERROR:
      "The database of DATABASE_URL has tables of another program, or of a version before the first migration. Use an empty database.",
  });
}
