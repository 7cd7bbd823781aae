import { join } from "node:path";
import { toolEnvironment } from "./launch/build.ts";
import { loadSettings, root } from "./launch/project.ts";
import { serve } from "./launch/serve.ts";
import { runSupervised } from "./launch/supervisor.ts";

loadSettings();
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
const scripts = {
  migrate: ["scripts/migrate.ts"],
  seed: ["scripts/seed.ts"],
  web: ["scripts/web-dev.ts"],
  worker: ["watch", "worker/index.ts"],
};

await runSupervised({ messages: { stopping: "Stopping …", stopped: "Stopped." } }, (supervisor) =>
  serve(supervisor, {
    mode: "development",
    argumentsOf: (script) => [tsx, ...scripts[script]],
    environment: toolEnvironment,
    output: "terminal",
  }),
);
