import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tests/setup/installation.ts";
import { toolEnvironment } from "../launch/build.ts";
import { runOrFail, runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import { type Bench, untilAnswers } from "./installation.ts";
import { onCore } from "./measuring.ts";

/** What the dashboard's loader and root's answered: the stock app and the floor show exactly that. */
export type PageData = { chrome: object; page: object };

/** What our own loaders answer for this page. */
export async function readPageData(url: string, cookie: string): Promise<PageData> {
  const read = async (route: string) => {
    const response = await fetch(`${url}/dashboard?_data=${encodeURIComponent(route)}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${route} answered ${response.status}`);
    return response.json();
  };
  const [page, chrome] = await Promise.all([read("routes/dashboard"), read("root")]);
  if (page.cards.length !== 20) throw new Error(`the dashboard shows ${page.cards.length} cards instead of 20`);
  return { page, chrome: { viewer: chrome.viewer, zoom: chrome.zoom, toast: null, path: "/dashboard" } };
}

/**
 * The reference: an app as `create-remix` makes it, streaming entry, `remix-serve` and all, without session, CSRF and CSP. It draws the
 * same page with the same components, of the same data, which lie in its memory; and it has a form to throw bad input at.
 */
export async function buildStockApp({ supervisor }: Bench, data: PageData): Promise<string> {
  const folder = join(supervisor.home, "stock-app");
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
  write("app/data.ts", `export const data = ${JSON.stringify(data)};\n`);
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
  return folder;
}

/** Serves it with `remix-serve`, on core 0 like ours. */
export async function startStockApp({ supervisor }: Bench, folder: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cli = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const server = supervisor.children.start({
    name: "remix-serve",
    ...onCore(0, process.execPath, [cli, join(folder, "build/server/index.js")]),
    tier: "app",
    options: { cwd: folder, env: { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1" } },
  });
  await untilAnswers(server, url);
  return { url, port, process: server };
}

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
import { Page } from "~/ui/page";
import { data } from "../data";

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
