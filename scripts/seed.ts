import { pool } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { seedDemo } from "./seed/seed-demo";

await checkMasterKeys();
await seedDemo();
await closeJobs();
await pool.promise().end();
