import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { openAssetStore, type ReceivedChunk, type StoredAsset } from "./cloudinary-assets";
import { type ApiError, type Parameters, refusalFor } from "./cloudinary-signature";
import { readRequest, startMockServer } from "./mock-server.ts";

/**
 * Faults of the next requests. `accept_then_close` succeeds and loses the response, `break_off` sends half of a
 * download, `keeps_less` is an account that changes uploads.
 */
export type CloudinaryFault =
  | "ok"
  | "close"
  | "accept_then_close"
  | "server_error"
  | "too_many"
  | "never_answer"
  | "missing_says_a_proxy"
  | "break_off"
  | "keeps_less";

type Options = {
  apiSecret?: string;
  /** Whether downloads support ranges, or always return the whole file. */
  knowsRanges?: boolean;
  /** The server's clock, in milliseconds since 1970. */
  now?: () => number;
  /** Awaited before each download. */
  beforeDownload?: () => unknown;
};

/**
 * A mock of Cloudinary over real HTTP: signed uploads, whole or in chunks, from servers and browsers; `explicit`,
 * `destroy`, and private downloads. It refuses what Cloudinary refuses.
 */
export async function startCloudinary(options: Options = {}) {
  const { apiSecret = "s3cret&more", knowsRanges = true, now = Date.now, beforeDownload } = options;
  const cloudName = "amberkeep-test";
  const apiKey = "123456789012345";
  const store = await openAssetStore();
  const requests: { action: string; fields: Parameters; headers: IncomingMessage["headers"] }[] = [];

  const server = await startMockServer<CloudinaryFault>(async (request, response, nextFault) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.method === "OPTIONS") return preflight(response);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [, cloud, resourceType = "", action = ""] = /^\/v1_1\/([^/]+)\/(image|video)\/(\w+)$/.exec(pathname) ?? [];
    const { fields, file } = await readForm(request, searchParams);
    requests.push({ action, fields, headers: request.headers });
    const fault = nextFault();
    if (fault === "close") return response.destroy();
    if (fault === "never_answer") return;
    if (fault === "missing_says_a_proxy") return response.writeHead(404).end("<h1>Not found</h1>");
    if (fault === "server_error") return refuse(response, { status: 500, message: "Internal Server Error" });
    if (fault === "too_many") return refuse(response, { status: 420, message: "Rate Limit Exceeded" });
    if (cloud !== cloudName) return refuse(response, { status: 401, message: `Invalid cloud_name ${cloud}` });
    const refusal = refusalFor(fields, { apiKey, apiSecret, now: now() });
    if (refusal) return refuse(response, refusal);
    if (request.method === "GET" && action === "download") {
      await beforeDownload?.();
      return send(request, response, resourceType, fields, fault);
    }
    const answer = await act(request, action, resourceType, fields, file, fault);
    if (fault === "accept_then_close") return response.destroy();
    if ("message" in answer) return refuse(response, answer as ApiError);
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });

  async function act(
    request: IncomingMessage,
    action: string,
    resourceType: string,
    fields: Parameters,
    file: Buffer | undefined,
    fault: CloudinaryFault,
  ): Promise<object> {
    if (action === "explicit") {
      const asset = store.find(resourceType, fields);
      return asset ? described(asset) : { status: 404, message: `Resource not found - ${fields.public_id}` };
    }
    if (action === "destroy") return { result: (await store.remove(resourceType, fields)) ? "ok" : "not found" };
    if (action !== "upload" || !file) return { status: 400, message: "Missing required parameter - file" };
    const chunk = chunkOf(request);
    if (chunk === "wrong") return { status: 400, message: "Invalid Content-Range parameter" };
    const saved = chunk
      ? await store.chunk(file, chunk, resourceType, fields)
      : await store.whole(file, resourceType, fields);
    if (!saved) return { done: false, bytes: file.length, resource_type: resourceType, public_id: fields.public_id };
    if ("message" in saved) return saved;
    return { ...described(saved), ...(fault === "keeps_less" && { bytes: saved.bytes - 1 }) };
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    resourceType: string,
    fields: Parameters,
    fault: CloudinaryFault,
  ) {
    const asset = store.find(resourceType, fields);
    if (!asset) return refuse(response, { status: 404, message: `Resource not found - ${fields.public_id}` });
    if (Number(fields.expires_at ?? Number.POSITIVE_INFINITY) * 1000 < now()) {
      return refuse(response, { status: 401, message: "The link has expired" });
    }
    if (fields.format) return refuse(response, { status: 400, message: "This mock does not convert" });
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec((knowsRanges && request.headers.range) || "") ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(last ? Number(last) : asset.bytes, asset.bytes - 1);
    if (start >= asset.bytes) return response.writeHead(416, { "Content-Range": `bytes */${asset.bytes}` }).end();
    response.writeHead(first === undefined ? 200 : 206, {
      "Content-Length": end - start + 1,
      ...(first !== undefined && { "Content-Range": `bytes ${start}-${end}/${asset.bytes}` }),
    });
    if (fault !== "break_off") return createReadStream(asset.path, { start, end }).pipe(response);
    const half = createReadStream(asset.path, { start, end: start + Math.floor((end - start) / 2) });
    half.pipe(response, { end: false });
    // Lets the written half arrive before the connection breaks.
    half.on("end", () => response.write("", () => setTimeout(() => response.destroy(), 50)));
  }

  const secretInUrl = encodeURIComponent(apiSecret);
  return {
    ...server,
    /** The value of CLOUDINARY_URL. */
    setting: `cloudinary://${apiKey}:${secretInUrl}@${cloudName}?upload_prefix=${server.url}`,
    assets: () => [...store.assets.values()],
    /** All requests in order, also refused ones. */
    requests,
    async close() {
      await server.close();
      await store.close();
    },
  };
}

export type CloudinaryMock = Awaited<ReturnType<typeof startCloudinary>>;

async function readForm(request: IncomingMessage, query: URLSearchParams) {
  if (request.method !== "POST") return { fields: Object.fromEntries(query) as Parameters, file: undefined };
  const body = await readRequest(request);
  const [, boundary] = /boundary="?([^";]+)/.exec(request.headers["content-type"] ?? "") ?? [];
  const fields: Parameters = {};
  let file: Buffer | undefined;
  for (const { name, isFile, content } of partsOf(body, `--${boundary}`)) {
    const plain = name.replace(/\[\]$/, "");
    if (isFile) file = content;
    else fields[plain] = plain in fields ? `${fields[plain]},${content}` : content.toString();
  }
  return { fields, file };
}

/** Yields the parts of a multipart body (RFC 7578) without copying. */
function* partsOf(body: Buffer, delimiter: string) {
  let from = body.indexOf(delimiter);
  for (;;) {
    const head = from + delimiter.length + 2;
    const headEnd = body.indexOf("\r\n\r\n", head);
    const next = body.indexOf(`\r\n${delimiter}`, headEnd + 2);
    if (from < 0 || headEnd < 0 || next < 0) return;
    const disposition = body.toString("utf8", head, headEnd);
    const [, name = ""] = /[; ]name="([^"]*)"/.exec(disposition) ?? [];
    yield { name, isFile: disposition.includes("filename="), content: body.subarray(headEnd + 4, next) };
    from = next + 2;
  }
}

function chunkOf({ headers }: IncomingMessage): ReceivedChunk | "wrong" | undefined {
  const range = headers["content-range"];
  if (range === undefined) return undefined;
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(-1|\d+)$/.exec(range) ?? [];
  const uploadId = headers["x-unique-upload-id"];
  if (start === undefined || typeof uploadId !== "string") return "wrong";
  return { uploadId, start: Number(start), end: Number(end), total: Number(total) };
}

function described({ resourceType, type, publicId, bytes, etag }: StoredAsset) {
  return { public_id: publicId, resource_type: resourceType, type, bytes, etag, version: 1, placeholder: false };
}

/** Responds to the CORS preflight of a chunk. */
function preflight(response: ServerResponse) {
  response.writeHead(200, {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "X-Unique-Upload-Id, Content-Range, X-Requested-With",
  });
  response.end();
}

function refuse(response: ServerResponse, { status, message }: ApiError) {
  response.writeHead(status, { "Content-Type": "application/json", "X-Cld-Error": message.replace(/[^ -~]/g, "?") });
  response.end(JSON.stringify({ error: { message } }));
}
