/**
 * `queued`, `sending`, `waiting` for the connection, `checking` at the server; then `ready`, `stopped` (may be retried) or
 * `refused`.
 */
export type UploadState = "queued" | "sending" | "waiting" | "checking" | "ready" | "stopped" | "refused";

const RUNNING: UploadState[] = ["queued", "sending", "waiting", "checking"];
export const isRunning = ({ state }: { state: UploadState }) => RUNNING.includes(state);
