import { join } from "node:path";
import { ensureBuilt } from "./launch/build.ts";
import { loadSettings, root } from "./launch/project.ts";
import { serve } from "./launch/serve.ts";
import { WEB_FLAGS } from "./launch/service.ts";
import { runSupervised } from "./launch/supervisor.ts";

loadSettings();
const messages = { stopping: "Stopping …", stopped: "Stopped. Everything you wrote is kept." };

await runSupervised({ messages }, (supervisor) =>
  serve(supervisor, {
    mode: "production",
    argumentsOf: (script) => [...(script === "web" ? WEB_FLAGS : []), join(root, "build", "server", `${script}.js`)],
    prepare: () => ensureBuilt(supervisor),
    output: "log",
  }),
);
