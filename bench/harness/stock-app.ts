import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashSources, toolEnvironment } from "../../scripts/launch/build.ts";
import { runCommand, runOrFail } from "../../scripts/launch/commands.ts";
import { root } from "../../scripts/launch/project.ts";
import type { Bench } from "./bench.ts";
import { type RunningServer, startServer } from "./programs.ts";

/** Saves the loader data of the dashboard and root. Returns the file's path. */
export async function readPageData({ supervisor }: Bench, url: string, cookie: string): Promise<string> {
  const read = async (route: string) => {
    const response = await fetch(`${url}/dashboard?_data=${encodeURIComponent(route)}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${route} answered ${response.status}`);
    return response.json();
  };
  const [page, root] = await Promise.all([read("routes/dashboard"), read("root")]);
  if (page.cards.length !== 20) throw new Error(`the dashboard shows ${page.cards.length} cards instead of 20`);
  const chrome = { viewer: root.viewer, zoom: root.zoom, toast: null, path: "/dashboard" };
  const file = join(supervisor.home, "page-data.json");
  writeFileSync(file, JSON.stringify({ page, chrome }));
  return file;
}

/**
 * An app as made by `create-remix`, without session, CSRF or CSP. It renders the same page from the same data, in
 * memory, and has a form for hostile input. Rebuilt only when its sources change.
 */
export async function buildStockApp({ supervisor }: Bench): Promise<string> {
  const folder = join(supervisor.home, "stock-app");
  const stamp = join(folder, ".sources");
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return folder;
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["app/routes", "public"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "public"), join(folder, "public"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const dependencies = { "@remix-run/node": "*", "@remix-run/react": "*", "@remix-run/serve": "*", isbot: "*" };
  write(
    "package.json",
    JSON.stringify({ name: "stock-app", private: true, type: "module", sideEffects: false, dependencies }),
  );
  write("vite.config.ts", viteConfig);
  write("app/data.server.ts", pageData);
  write("app/root.tsx", rootRoute);
  write("app/routes/_index.tsx", dashboardRoute);
  write("app/routes/form.tsx", formRoute);
  await runOrFail(
    "The stock app could not be built:",
    runCommand(
      supervisor.children,
      process.execPath,
      [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:build"],
      {
        cwd: folder,
        env: toolEnvironment({ NODE_ENV: "production" }),
      },
    ),
  );
  writeFileSync(stamp, sources);
  return folder;
}

export function startStockApp(bench: Bench, folder: string, pageData: string): Promise<RunningServer> {
  const cli = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const args = [cli, join(folder, "build/server/index.js")];
  return startServer(bench, { name: "remix-serve", args, cwd: folder, env: { PAGE_DATA: pageData } });
}

const pageData = `
import { readFileSync } from "node:fs";

export const data = JSON.parse(readFileSync(process.env.PAGE_DATA, "utf8"));
`;

const viteConfig = `
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [remix({ future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true } })],
  resolve: { alias: [{ find: /^~\\//, replacement: ${JSON.stringify(`${root}/app/`)} }] },
  server: { fs: { strict: false } },
});
`;

const rootRoute = `
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import styles from "~/styles/app.css?url";

export const links = () => [{ rel: "stylesheet", href: styles }];

export function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
`;

const dashboardRoute = `
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DashboardPage } from "~/ui/dashboard/dashboard-page";
import { Page } from "~/ui/frame/page";
import { data } from "../data.server";

export const loader = () => json(data);

export const meta = () => [{ title: "Dashboard | Amberkeep" }];

export default function Dashboard() {
  const { chrome, page } = useLoaderData();
  return (
    <Page chrome={chrome}>
      <DashboardPage {...page} />
    </Page>
  );
}
`;

const formRoute = `
import { json, redirect } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";

export async function action({ request }) {
  const form = await request.formData();
  const title = String(form.get("title") ?? "");
  return title ? redirect("/") : json({ error: "Title is required" }, 400);
}

export default function StockForm() {
  const answer = useActionData();
  return (
    <Form method="post">
      <input name="title" />
      {answer?.error}
    </Form>
  );
}
`;
