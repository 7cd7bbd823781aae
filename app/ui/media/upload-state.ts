/**
 * `waiting`: for the connection; `failing`: the server failed, and is asked again; `checking`: by the server;
 * `stopped`: may be retried.
 */
export type UploadState = "queued" | "sending" | "waiting" | "failing" | "checking" | "ready" | "stopped" | "refused";

const RUNNING: UploadState[] = ["queued", "sending", "waiting", "failing", "checking"];
export const isRunning = ({ state }: { state: UploadState }) => RUNNING.includes(state);
