import type { DashboardData } from "./dashboard-data";

export const hasVaults = ({ pending, delivered, drafts }: Pick<DashboardData, "pending" | "delivered" | "drafts">) =>
  pending + delivered + drafts.length > 0;
