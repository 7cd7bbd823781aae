import { useLocation } from "@remix-run/react";
import { createContext, useEffect, useState } from "react";
import { announceToast } from "~/ui/frame/announce-toast";
import type { ToastContent } from "~/ui/frame/chrome";
import { forgetToast } from "../../http/toast-cookie";
import { useEffectOnLayout } from "./effect-on-layout";

export const ToastContext = createContext<ToastContent | null>(null);

/** Shows a toast only on the page it came with: without reloads, root's data outlives that page. */
export function useToastOnce(toast: ToastContent | null): ToastContent | null {
  const { key } = useLocation();
  const [shown, setShown] = useState<{ toast: ToastContent | null; on: string | undefined }>({ toast, on: key });
  if (shown.toast !== toast) setShown({ toast, on: key });
  else if (shown.on !== undefined && shown.on !== key) setShown({ toast, on: undefined });
  const isShown = toast !== null && shown.toast === toast && shown.on === key;
  const seen = isShown ? toast : null;
  // The response of a loaded page deleted its own cookie; by now the cookie may hold the toast of the next page.
  const [loaded] = useState(toast);
  useEffectOnLayout(() => {
    if (seen && seen !== loaded) forgetToast();
  }, [seen, loaded]);
  useEffect(() => {
    if (seen) announceToast();
  }, [seen]);
  return seen;
}
