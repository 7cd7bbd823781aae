import { useLocation, useNavigation } from "@remix-run/react";

/** Whether the dashboard is being fetched to take the place of another page. */
export function useIsLoadingDashboard(): boolean {
  const { location } = useNavigation();
  return useLocation().pathname !== "/dashboard" && location?.pathname === "/dashboard";
}
