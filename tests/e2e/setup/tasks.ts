import { quickAddJob } from "graphile-worker";

/** Has the worker run a task at once that its crontab starts later. */
export async function runTask(name: string): Promise<void> {
  const { WORKER_DATABASE_URL: connectionString } = JSON.parse(process.env.E2E_ENV ?? "{}") as NodeJS.ProcessEnv;
  if (!connectionString) throw new Error("There is no queue.");
  await quickAddJob({ connectionString }, name, {}, { jobKey: name, queueName: "maintenance" });
}
