import { pool } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { seedDemo } from "./seed/seed-demo";

await seedDemo();
await closeJobs();
await pool.promise().end();
