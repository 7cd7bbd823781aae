import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { handleRequests } from "~/http/forward-form.server";
import { runWeb } from "./web-process";

// Vite compiles on demand and reloads the browser; the rest is as in production.
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });

await runWeb(
  handleRequests(async (request, context) => {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild;
    return createRequestHandler(build, "development")(request, context);
  }),
  { files: new Map(), middleware: vite.middlewares },
);
