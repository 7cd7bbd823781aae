import { Mark } from "../mark";

/** Covers the page one leaves for the dashboard, if that takes longer than a breath. */
export function LoadingDashboard() {
  return (
    <div className="loading-overlay loading-patient" role="status">
      <Mark size={64} />
      <h2>Loading your dashboard...</h2>
    </div>
  );
}
