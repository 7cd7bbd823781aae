import { useEffect } from "react";
import { usePendingNavigation } from "./pending-navigation";

// For a full page load, `performance.now()` starts at the request.
let startedAt = 0;

/** Remembers when the last client-side navigation began. */
export function useNavigationStart(): void {
  const isNavigating = usePendingNavigation() !== undefined;
  useEffect(() => {
    if (isNavigating) startedAt = performance.now();
  }, [isNavigating]);
}

/** When the page's data were requested, as `performance.now()` counts. Refreshes do not change it. */
export const navigationStart = (): number => startedAt;
