import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, it } from "vitest";
import { formRequest, requestContext } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as zoom from "./preferences.zoom";
import * as sessions from "./settings.sessions";
import * as signIn from "./settings.sign-in";
import * as removal from "./settings.sign-in_.passkeys_.remove";
import * as shortcuts from "./shortcuts";

type Handler = (args: never) => Promise<Response> | Response;
type Route = { loader?: Handler; action: Handler; default: ComponentType };

it.each<[string, Route, string]>([
  ["/preferences/zoom", zoom, "Please choose again."],
  ["/settings/sessions", sessions, "Please choose a device."],
  ["/settings/sign-in", signIn, "Please choose whether you want login links."],
  ["/settings/sign-in/passkeys/remove", removal, "Please choose a passkey."],
  ["/shortcuts", shortcuts, "Please choose again."],
])("the page of %s says that its button’s value is missing", async (path, route, sentence) => {
  const { browser } = await createUser();
  const sent = formRequest(path, {}, browser);
  const context = requestContext(sent, browser);
  const answering = (handler: Handler) => (args: object) => handler({ ...args, context } as never);
  const { loader, action, default: Component } = route;
  const page = { path, action: answering(action), Component, ...(loader && { loader: answering(loader) }) };
  const handler = createStaticHandler([{ id: "root", loader: () => ({}), children: [page] }]);
  const state = await handler.query(sent);
  if (state instanceof Response) expect.unreachable();
  const html = renderToString(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, state)} context={state} hydrate={false} />,
  );
  expect(html).toContain(sentence);
});
