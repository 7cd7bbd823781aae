import { Mark } from "./mark";

/** Covers the page while something takes longer than a breath. */
export function LoadingOverlay({ message }: { message?: string }) {
  return (
    <div className="loading-overlay" role="status">
      <Mark size={64} />
      {message ? <p>{message}</p> : <p className="visually-hidden">Loading</p>}
    </div>
  );
}
