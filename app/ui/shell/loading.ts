import { useLocation, useNavigation } from "@remix-run/react";

/** What the reader waits for, where another page is being fetched that the spec has words for. */
export function useLoadingMessage(): string | undefined {
  const next = useNavigation().location;
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return undefined;
  if (next.pathname === "/dashboard") return "Loading your dashboard...";
  if (next.pathname === "/create" && next.search.includes("edit=true")) return "Loading vault for editing...";
}
