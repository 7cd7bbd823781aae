import { createRemixStub } from "@remix-run/testing";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Returns the HTML of an element on a page of its own, for components that use the router. */
export function renderPage(element: ReactElement): string {
  const Stub = createRemixStub([{ path: "/", Component: () => element }]);
  return renderToStaticMarkup(<Stub />);
}
