/** `waiting`: for the connection; `checking`: by the server; `stopped`: may be retried. */
export type UploadState = "queued" | "sending" | "waiting" | "checking" | "ready" | "stopped" | "refused";

const RUNNING: UploadState[] = ["queued", "sending", "waiting", "checking"];
export const isRunning = ({ state }: { state: UploadState }) => RUNNING.includes(state);
