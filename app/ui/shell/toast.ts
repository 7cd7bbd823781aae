import { useLocation } from "@remix-run/react";
import { createContext, useState } from "react";
import type { ToastContent } from "~/ui/frame/chrome";
import { forgetToast } from "../../http/toast-cookie";
import { useEffectOnLayout } from "./effect-on-layout";

/** What has just happened, for the page that says it; root provides it. */
export const ToastContext = createContext<ToastContent | null>(null);

/** The toast on the page it came with: without reloads root's data outlives that page, and a toast must not. */
export function useToastOnce(toast: ToastContent | null): ToastContent | null {
  const { key } = useLocation();
  const [shown, setShown] = useState<{ toast: ToastContent | null; on: string | undefined }>({ toast, on: key });
  if (shown.toast !== toast) setShown({ toast, on: key });
  else if (shown.on !== undefined && shown.on !== key) setShown({ toast, on: undefined });
  const isShown = toast !== null && shown.toast === toast && shown.on === key;
  // One toast may come right after another, so that it is shown before and after.
  const seen = isShown ? toast : null;
  // Whoever goes on at once, as with a reload, would take it along to the next page.
  useEffectOnLayout(() => {
    if (seen) forgetToast();
  }, [seen]);
  return seen;
}
