import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, it, vi } from "vitest";
import * as orders from "~/domain/billing/orders.server";
import * as drafts from "~/domain/overview/list-drafts.server";
import { pageRequest, requestContext } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as billing from "./settings.billing";
import * as plan from "./settings.plan";

const GONE = new Error("gone");

it.each([
  ["/settings/plan", plan, () => vi.spyOn(drafts, "listDrafts").mockRejectedValueOnce(GONE)],
  ["/settings/billing", billing, () => vi.spyOn(orders, "listOrders").mockRejectedValueOnce(GONE)],
])(
  "a fault of %s says that the subscription could not be checked, and can be tried again",
  async (path, route, fail) => {
    const { browser } = await createUser();
    const request = pageRequest(path, browser);
    const context = requestContext(request, browser);
    const loader = () => route.loader({ request, context, params: {} });
    const handler = createStaticHandler([
      { id: "root", loader: () => ({}), children: [{ path, loader, ErrorBoundary: route.ErrorBoundary }] },
    ]);
    fail();
    const state = await handler.query(new Request(request.url));
    if (state instanceof Response) expect.unreachable();
    expect(state.statusCode).toBe(500);
    const html = renderToString(
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, state)} context={state} />,
    );
    expect(html).toMatch(/<h1[^>]*>Error checking subscription<\/h1>/);
    expect(html).toContain("Please try refreshing the page.");
    expect(html).toMatch(new RegExp(`<a[^>]* href="${path}"[^>]*>Try again</a>`));
  },
);
