/** The lower bound of page speed: the same page by `renderToString`, without router, data or headers. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
import { type DashboardData, DashboardPage } from "~/ui/dashboard/dashboard-page";
import type { Chrome } from "~/ui/frame/chrome";
import { Page } from "~/ui/frame/page";

const { chrome, page } = JSON.parse(readFileSync(process.env.PAGE_DATA ?? "", "utf8")) as {
  chrome: Chrome;
  page: DashboardData;
};

createServer((_, response) => {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Dashboard | Amberkeep</title>
      </head>
      <body>
        <Page chrome={chrome}>
          <DashboardPage {...page} />
        </Page>
      </body>
    </html>,
  );
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html>${html}`);
}).listen(Number(process.env.PORT), "127.0.0.1");
