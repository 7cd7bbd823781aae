import { lazy } from "react";

/** The browser loads it only when a page is missing. */
export const NotFoundPage = import.meta.env.SSR
  ? (await import("./not-found")).NotFound
  : lazy(() => import("./not-found").then(({ NotFound }) => ({ default: NotFound })));
