import { useLocation } from "@remix-run/react";
import { Mark } from "~/ui/base/mark";
import { usePendingNavigation } from "./pending-navigation";

/** Shown for pages that have a loading message in the spec. */
export function LoadingOverlay() {
  const next = usePendingNavigation()?.location;
  const { pathname } = useLocation();
  const message = next && next.pathname !== pathname && loadingMessage(next);
  if (!message) return null;
  return (
    <div className="loading-overlay" role="status">
      <Mark size={64} />
      <h2>{message}</h2>
    </div>
  );
}

function loadingMessage({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (pathname === "/dashboard") return "Loading your dashboard...";
  if (pathname === "/create" && search.includes("edit=true")) return "Loading vault for editing...";
}
