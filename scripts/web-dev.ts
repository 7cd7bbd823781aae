import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { createWebServer } from "~/http/serve/server.server";
import { runWeb } from "./web-process";

// Vite compiles on demand and reloads the browser; everything else is as in production.
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });

const server = createWebServer(
  async (request, context) => {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild;
    return createRequestHandler(build, "development")(request, context);
  },
  { files: new Map(), middleware: vite.middlewares },
);
runWeb(server);
