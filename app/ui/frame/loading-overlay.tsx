import { Mark } from "../base/mark";

/** Covers the page while a slow one loads. */
export function LoadingOverlay({ message }: { message?: string }) {
  return (
    <div className="loading-overlay" role="status">
      <Mark size={64} />
      {message ? <h2>{message}</h2> : <p className="visually-hidden">Loading</p>}
    </div>
  );
}
