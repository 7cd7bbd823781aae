import { connect } from "node:net";

/** Incomplete requests need no answer: their connections are closed after this. */
const INCOMPLETE_TIMEOUT_MS = 150;

/** The status, or how the connection ended without one. */
export type RawResult = number | "closed" | "timeout";

export function sendRaw(
  port: number,
  { bytes, isWhole }: { bytes: Buffer; isWhole: boolean },
  timeoutMs: number,
): Promise<RawResult> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const timer = setTimeout(() => end("timeout"), isWhole ? timeoutMs : INCOMPLETE_TIMEOUT_MS);
    const end = (result: RawResult) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      // 100 Continue precedes the answer.
      if (status === "100") received = received.slice(received.indexOf("\r\n\r\n") + 4);
      else if (status) end(Number(status));
    });
    socket.on("error", () => end("closed"));
    socket.on("close", () => end("closed"));
  });
}
