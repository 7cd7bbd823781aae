import { useLocation, useMatches, useRouteLoaderData } from "@remix-run/react";
import { useContext } from "react";
import type { loader } from "~/root";
import type { Chrome } from "~/ui/frame/chrome";
import { hasPlainScript } from "./hydration";
import { ToastContext } from "./toast";

/** On error pages root's data may be missing. */
export function useChrome(): Chrome {
  const data = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const matches = useMatches();
  return {
    viewer: data?.viewer ?? null,
    zoom: data?.zoom ?? "locked",
    toast: useContext(ToastContext),
    path: pathname + search,
    loadsHelp: hasPlainScript(matches),
    contact: data?.contact ?? null,
  };
}
