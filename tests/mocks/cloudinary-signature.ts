import { createHash, timingSafeEqual } from "node:crypto";

export type Parameters = Record<string, string>;
export type ApiError = { status: number; message: string };

/** Parameters that are not signed (docs: "Generating authentication signatures"). */
const UNSIGNED = ["file", "api_key", "signature", "resource_type", "cloud_name"];

const HOUR_SECONDS = 3600;

/** Checks a request by Cloudinary's documentation, without its SDK. */
export function refusalFor(
  fields: Parameters,
  { apiKey, apiSecret, now }: { apiKey: string; apiSecret: string; now: number },
): ApiError | undefined {
  if (!fields.api_key) return { status: 401, message: "Must supply api_key" };
  if (fields.api_key !== apiKey) return { status: 401, message: `Unknown API key ${fields.api_key}` };
  if (!/^\d+$/.test(fields.timestamp ?? "")) return { status: 400, message: "Missing required parameter - timestamp" };
  const text = stringToSign(fields);
  if (!isSignedBy(apiSecret, text, fields.signature ?? "")) {
    return { status: 401, message: `Invalid Signature ${fields.signature}. String to sign - '${text}'.` };
  }
  const age = now / 1000 - Number(fields.timestamp);
  if (age > HOUR_SECONDS) return { status: 400, message: "Stale request - reported time is more than 1 hour ago" };
  if (age < -HOUR_SECONDS) return { status: 400, message: "Invalid parameter timestamp - it is in the future" };
  return undefined;
}

function stringToSign(fields: Parameters): string {
  return Object.keys(fields)
    .filter((name) => !UNSIGNED.includes(name) && fields[name] !== "")
    .sort()
    .map((name) => `${name}=${fields[name]}`.replaceAll("&", "%26"))
    .join("&");
}

/** 40 hexadecimal digits are SHA-1, 64 are SHA-256. */
function isSignedBy(secret: string, text: string, given: string): boolean {
  const algorithm = given.length === 64 ? "sha256" : "sha1";
  const expected = createHash(algorithm).update(`${text}${secret}`).digest("hex");
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
