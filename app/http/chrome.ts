import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/root";
import type { Chrome } from "~/ui/chrome";

/** What the frame of every page shows; also on error pages, where root's loader may have had no say. */
export function useChrome(): Chrome {
  const data = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  return {
    viewer: data?.viewer ?? null,
    zoom: data?.zoom ?? "locked",
    toast: data?.toast ?? null,
    path: pathname + search,
  };
}
