#!/usr/bin/env node
// Checks an Amberkeep seal certificate without Amberkeep and without a network, as certificate-format.md says.
// This one file and Node.js 20 or later are all it needs.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const USAGE = `Usage: node verify-certificate.mjs CERTIFICATE [--keys KEYS] [FILE…]

CERTIFICATE  the certificate's file, or the mail that it came in
--keys KEYS  what the issuer publishes at /.well-known/amberkeep.json, saved to a file
FILE         photos, films, recordings, and the title, the message or a caption as a text file: each is compared
             with what was sealed. A * at its end stands for all files whose names begin so

Ends with 0 when all that was asked holds, with 1 when something does not, with 2 when it could not be asked.`;

/** Exits with 2: the check was not possible. */
function giveUp(reason) {
  console.error(reason);
  process.exit(2);
}

function read(path) {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch {
    return giveUp(`${path} cannot be read.`);
  }
}

/** The shells of Windows leave it to programs to expand a `*`. */
function expand(path) {
  if (!path.endsWith("*")) return [path];
  const folder = dirname(path);
  const beginning = basename(path).slice(0, -1);
  let names = [];
  try {
    names = readdirSync(folder).sort();
  } catch {}
  const found = names.filter((name) => name.startsWith(beginning) && !name.startsWith("."));
  return found.length > 0 ? found.map((name) => join(folder, name)) : [path];
}

const isHex = (value, digits) => typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
const hasOnly = (object, members) =>
  typeof object === "object" && object !== null && Object.keys(object).sort().join() === [...members].sort().join();

const MANIFEST = [
  ...["format", "issuer", "keyId", "vault", "sealedAt", "deliveryDate", "deliveryTime", "deliveryZone"],
  ...["titleDigest", "messageDigest", "files"],
];
const FILE = ["position", "kind", "bytes", "digest", "captionDigest"];

/** Accepts a certificate file or a mail that contains one. */
function parse(text) {
  const lines = /-----BEGIN AMBERKEEP CERTIFICATE-----([\s\S]*?)-----END AMBERKEEP CERTIFICATE-----/.exec(text)?.[1];
  const json = lines === undefined ? text : Buffer.from(lines.replace(/[^A-Za-z0-9+/=]/g, ""), "base64").toString();
  let certificate;
  try {
    certificate = JSON.parse(json);
  } catch {
    return giveUp("There is no certificate in this file.");
  }
  const { manifest, signature, publicKey, salt } = certificate ?? {};
  const members = ["manifest", "signature", "publicKey", ...(salt === undefined ? [] : ["salt"])];
  const isWellFormed =
    hasOnly(certificate, members) &&
    hasOnly(manifest, MANIFEST) &&
    isHex(signature, 128) &&
    isHex(publicKey, 64) &&
    (salt === undefined || isHex(salt, 64)) &&
    Array.isArray(manifest.files) &&
    manifest.files.every((file, index) => hasOnly(file, FILE) && file.position === index + 1);
  if (!isWellFormed) return giveUp("This is no certificate, or it has another form than its format allows.");
  if (manifest.format !== "amberkeep-seal-1") return giveUp(`Its format is ${manifest.format}, which is another one.`);
  return certificate;
}

/** The part of RFC 8785 that manifests need: no white space, sorted members. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function isSigned(bytes, signature, publicKey) {
  // The DER of a SubjectPublicKeyInfo (RFC 8410) around the 32 bytes of the key.
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, "hex");
  return verify(null, bytes, createPublicKey({ key: der, format: "der", type: "spki" }), Buffer.from(signature, "hex"));
}

/** The issuer's list must have the key under the certificate's key id. */
function isPublished(path, { keyId }, publicKey) {
  let keys;
  try {
    ({ keys } = JSON.parse(read(path)));
  } catch {
    keys = undefined;
  }
  if (!Array.isArray(keys)) return giveUp(`${path} is no list of keys.`);
  return keys.some((key) => key?.keyId === keyId && key?.publicKey === publicKey);
}

async function sha256(path) {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(path)) hash.update(piece);
  } catch {
    return giveUp(`${path} cannot be read.`);
  }
  return hash.digest("hex");
}

/**
 * Digests of the text as editors may save it: with CR LF, with a byte order mark, or with one line end more or less.
 */
function otherSha256s(path) {
  // A message has at most 100,000 characters.
  if (statSync(path).size > 512 * 1024) return [];
  const text = read(path).replace(/\r\n?/g, "\n");
  const trimmed = text.trimEnd();
  const texts = trimmed === "" ? [] : [text, trimmed, `${trimmed}\n`];
  return texts.map((other) => createHash("sha256").update(other).digest("hex"));
}

/** The sealed parts with this content: title, message, files and captions by position. */
function partsWith({ titleDigest, messageDigest, files }, salt, contentSha256) {
  const digest = (label) =>
    createHmac("sha256", Buffer.from(salt, "hex")).update(`${label}\n${contentSha256}`).digest("hex");
  const parts = [
    ["title", titleDigest],
    ["message", messageDigest],
    ...files.flatMap(({ position, digest: sealed, captionDigest }) => [
      [`file ${position}`, sealed],
      [`caption ${position}`, captionDigest],
    ]),
  ];
  return parts.filter(([label, sealed]) => digest(label) === sealed).map(([label]) => label);
}

const given = process.argv.slice(2);
const at = given.indexOf("--keys");
const [, keysPath] = at < 0 ? [] : given.splice(at, 2);
const [certificatePath, ...paths] = given;
if (!certificatePath || certificatePath.startsWith("-") || (at >= 0 && !keysPath)) giveUp(USAGE);

const { manifest, signature, publicKey, salt } = parse(read(certificatePath));
let holds = true;
function tell(isGood, good, bad) {
  console.log(isGood ? `ok    ${good}` : `FAIL  ${bad}`);
  holds &&= isGood;
}

const bytes = Buffer.from(canonical(manifest), "utf8");
tell(
  isSigned(bytes, signature, publicKey),
  "The signature fits: nothing was changed since it was signed.",
  "The signature does not fit: it was changed since it was signed.",
);
if (keysPath) {
  tell(
    isPublished(keysPath, manifest, publicKey),
    `The key ${manifest.keyId} is one of the issuer's.`,
    `The key ${manifest.keyId} is not on the issuer's list: anyone may have signed this.`,
  );
} else console.log(`note  Compare the key with what ${manifest.issuer} publishes: without --keys that was not done.`);

console.log(`note  Sealed ${manifest.sealedAt} by ${manifest.issuer}, vault ${manifest.vault}`);
console.log(`note  For ${manifest.deliveryDate} ${manifest.deliveryTime} ${manifest.deliveryZone}`);
console.log(`note  Covers the title, the message and ${manifest.files.length} files`);
console.log(`note  Fingerprint ${createHash("sha256").update(bytes).digest("hex").match(/.{4}/g).join(" ")}`);

if (paths.length > 0 && !salt) giveUp("This copy has no salt, so that no content can be compared with it.");
for (const path of paths.flatMap(expand)) {
  const exact = partsWith(manifest, salt, await sha256(path));
  const others = exact.length > 0 ? [] : otherSha256s(path).flatMap((other) => partsWith(manifest, salt, other));
  const parts = [...new Set([...exact, ...others])].join(", ");
  const how = exact.length > 0 ? "" : ", apart from its line breaks";
  const name = basename(path);
  tell(parts !== "", `${name} is what was sealed${how}: ${parts}.`, `${name} is nothing of what was sealed.`);
}
process.exit(holds ? 0 : 1);
