import { useLocation, useNavigation } from "@remix-run/react";

/** The message while a page loads that has one in the spec. */
export function useLoadingMessage(): string | undefined {
  const next = useNavigation().location;
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return undefined;
  if (next.pathname === "/dashboard") return "Loading your dashboard...";
  if (next.pathname === "/create" && next.search.includes("edit=true")) return "Loading vault for editing...";
}
