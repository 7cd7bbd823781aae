import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { closeJobs, requestTask } from "./jobs.server";

afterAll(closeJobs);

it("a lost connection to the queue writes nothing but lines of the log", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  await requestTask("prepare_exports");
  const client = new pg.Client({ connectionString: env.WORKER_DATABASE_URL });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await client.end();
  await requestTask("prepare_exports");
  expect(written).not.toHaveBeenCalled();
});
