import { connect } from "node:net";

/** How long an answer may take, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Sends bytes as they stand and answers the status of what comes back. A request that lacks its end is answered by nobody: it is
 * given a moment, and then hung up on.
 */
export function send(port: number, bytes: Buffer): Promise<number | "closed" | "timeout"> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    let timer = setTimeout(() => end("timeout"), PATIENCE);
    const end = (result: number | "closed" | "timeout") => {
      clearTimeout(timer);
      timer = setTimeout(() => {}, 0);
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      // 100 Continue is no answer yet.
      if (status === "100") received = received.slice(received.indexOf("\r\n\r\n") + 4);
      else if (status) end(Number(status));
    });
    socket.on("error", () => end("closed"));
    socket.on("close", () => end("closed"));
  });
}
