import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handle<Fault> = (request: IncomingMessage, response: ServerResponse, nextFault: () => Fault | "ok") => unknown;

/**
 * Starts the server of a mock provider on loopback. `nextFault` takes the next of the faults set by `meet`. If `handle`
 * throws, the connection is closed.
 */
export async function startMockServer<Fault extends string>(handle: Handle<Fault>) {
  let faults: Fault[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests++;
    try {
      await handle(request, response, () => faults.shift() ?? "ok");
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => requests,
    /** Sets the faults of the next requests, in order. */
    meet(...next: Fault[]) {
      faults = next;
    },
    /** Closes every open connection, as a network failure does. */
    breakConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export async function readRequest(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether a request has this user and password by Basic authentication. */
export function isAuthorized(request: IncomingMessage, user: string, password: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Sends a string as plain text, everything else as JSON. */
export function respond(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  response.writeHead(status, { "Content-Type": type, ...headers }).end(text);
}
