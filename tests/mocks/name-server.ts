import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

/** The records of a domain: names of mail servers, an IP address. A null MX is a mail server named `.`. */
export type Zone = { mx?: string[]; a?: string; isSilent?: true; isBroken?: true };

const TYPES = { A: 1, MX: 15, AAAA: 28 };

/** Starts a local name server with as much DNS (RFC 1035, over UDP) as looking up mail servers needs. */
export async function startNameServer(zones: Record<string, Zone>): Promise<{ address: string; stop: () => void }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, question } = readQuestion(query);
    const zone = zones[name];
    if (zone?.isSilent) return;
    const answers = zone ? answersOf(zone, type) : [];
    const code = zone?.isBroken ? 2 : zone ? 0 : 3;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, stop: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  };
}

function answersOf({ mx = [], a }: Zone, type: number): Buffer[] {
  if (type === TYPES.MX) {
    return mx.map((server, index) => record(type, Buffer.concat([Buffer.from([0, index]), encodeName(server)])));
  }
  if (type === TYPES.A && a) return [record(type, Buffer.from(a.split(".").map(Number)))];
  return [];
}

/** Encodes a record for the name in the question, which begins at byte 12. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").filter(Boolean);
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
