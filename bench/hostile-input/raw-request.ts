import { connect } from "node:net";

/** How long an answer may take, in milliseconds. */
const PATIENCE = 10_000;
/** A request that lacks its end need not be answered: it is hung up on after this. */
const MOMENT = 150;

/** Sends bytes as they stand and answers the status of what comes back. */
export function send(
  port: number,
  { bytes, isWhole }: { bytes: Buffer; isWhole: boolean },
): Promise<number | "closed" | "timeout"> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const timer = setTimeout(() => end("timeout"), isWhole ? PATIENCE : MOMENT);
    const end = (result: number | "closed" | "timeout") => {
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
