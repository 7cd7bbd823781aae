import { useLocation, useMatches, useRouteLoaderData } from "@remix-run/react";
import { useContext } from "react";
import type { loader } from "~/root";
import type { Chrome } from "~/ui/frame/chrome";
import { runsScript } from "./hydration";
import { ToastContext } from "./toast";

/** On error pages root's data may be missing. */
export function useChrome(): Chrome {
  const data = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  return {
    viewer: data?.viewer ?? null,
    zoom: data?.zoom ?? "locked",
    toast: useContext(ToastContext),
    path: pathname + search,
    hasScript: runsScript(useMatches()),
    contact: data?.contact ?? null,
  };
}
