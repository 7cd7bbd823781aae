/** Sends files to a server, several at once. Returns the milliseconds until all were answered, and the problems. */

import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createId } from "@paralleldrive/cuid2";
import { printResult, programInput } from "../harness/program-io";
import type { UploadOrder, UploadResult } from "../upload";

const BOUNDARY = "----AmberkeepBench";
const PIECE = Buffer.alloc(256 * 1024);

const order = programInput<UploadOrder>();
const film = readFileSync("scripts/seed/media/sea.mp4");
// A "free" box of zeros pads the MP4.
const filling = Buffer.from("\0\0\0\0free", "latin1");
filling.writeUInt32BE(order.bytes - film.length);

async function send(): Promise<void> {
  if (order.method === "pipe") await expectAnswer(await post("/", {}, order.bytes, writeFilm), /ok/);
  else if (order.method === "form") await sendForm();
  else await sendParts();
}

/** As a browser does without script. The form comes back, since its other fields are missing. */
async function sendForm(): Promise<void> {
  const formId = createId();
  const fileName = `${formId}.mp4`;
  const head = `${field("csrf", order.csrf)}${field("formId", formId)}${fileHead("video", fileName)}`;
  await expectAnswer(
    await postFile("/create?type=video&step=form&_data=routes%2Fcreate", {}, head, [0, order.bytes]),
    new RegExp(fileName),
  );
}

async function sendParts(): Promise<void> {
  const { csrf, bytes } = order;
  const about = { csrf, formId: createId(), kind: "video", fileName: "a.mp4", bytes: String(bytes), type: "video" };
  const begun = JSON.parse(await postFields("/uploads", about));
  const partBytes = begun.partBytes;
  for (let start = 0; start < bytes; start += partBytes) {
    const end = Math.min(start + partBytes, bytes);
    const range = { "Content-Range": `bytes ${start}-${end - 1}/${bytes}` };
    const answer = await postFile(begun.to.url, range, field("csrf", csrf) + fileHead("file", "blob"), [start, end]);
    await expectAnswer(answer, /"ok":true/);
  }
  if (!/"ok":true/.test(await postFields(`/uploads/${begun.id}/finish`, { csrf }))) throw new Error("not finished");
}

function expectAnswer(answer: string, pattern: RegExp): void {
  if (!pattern.test(answer)) throw new Error(`unexpected answer: ${answer.slice(0, 200)}`);
}

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string, fileName: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: video/mp4\r\n\r\n`;

type Write = (write: (bytes: Buffer) => Promise<void>) => Promise<void>;

function postFile(path: string, headers: Record<string, string>, head: string, [from, to]: [number, number]) {
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers };
  return post(path, type, head.length + to - from + end.length, async (write) => {
    await write(Buffer.from(head));
    await writeFilm(write, from, to);
    await write(Buffer.from(end));
  });
}

const postFields = (path: string, fields: Record<string, string>) => {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return post(path, type, body.length, (write) => write(body));
};

async function writeFilm(write: (bytes: Buffer) => Promise<void>, from = 0, to = order.bytes): Promise<void> {
  const start = Buffer.concat([film, filling]);
  if (from < start.length) await write(start.subarray(from, to));
  for (let left = to - Math.max(from, start.length); left > 0; left -= PIECE.length) {
    await write(PIECE.subarray(0, left));
  }
}

function post(path: string, headers: Record<string, string>, length: number, fill: Write): Promise<string> {
  return new Promise((resolve, reject) => {
    const from = `10.${order.round}.0.1`;
    const sending = request(order.url + path, {
      method: "POST",
      headers: { Cookie: order.cookie, "X-Forwarded-For": from, ...headers, "Content-Length": length },
    });
    sending.on("error", reject);
    sending.on("response", async (response) => {
      let answer = "";
      for await (const chunk of response) answer += chunk;
      resolve(answer);
    });
    const write = (bytes: Buffer) => new Promise<void>((done) => sending.write(bytes, () => done()));
    fill(write).then(() => sending.end(), reject);
  });
}

const problems: string[] = [];
const startedAt = performance.now();
await Promise.all(Array.from({ length: order.count }, () => send().catch((error) => problems.push(String(error)))));
await printResult({ ms: performance.now() - startedAt, problems } satisfies UploadResult);
