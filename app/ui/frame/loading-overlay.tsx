import { Mark } from "../base/mark";

/** Covers the page while what takes its place needs longer than a breath. */
export function LoadingOverlay({ message }: { message?: string }) {
  return (
    <div className="loading-overlay" role="status">
      <Mark size={64} />
      {message ? <h2>{message}</h2> : <p className="visually-hidden">Loading</p>}
    </div>
  );
}
