import { useLocation } from "@remix-run/react";
import { createContext, useState } from "react";
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
  // Otherwise an immediate reload would show it again.
  useEffectOnLayout(() => {
    if (seen) forgetToast();
  }, [seen]);
  return seen;
}
