import { createHash, randomBytes } from "node:crypto";
import { appendFile, mkdtemp, open, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiError, Parameters } from "./cloudinary-signature";

export type StoredAsset = {
  resourceType: string;
  type: string;
  publicId: string;
  bytes: number;
  etag: string;
  path: string;
};
export type ReceivedChunk = { uploadId: string; start: number; end: number; total: number };

/** All chunks but the last have at least this many bytes. */
const MIN_CHUNK_BYTES = 5 * 1024 * 1024;

/** The files of a Cloudinary account, on disk to save memory. */
export async function openAssetStore() {
  const folder = await mkdtemp(join(tmpdir(), "amberkeep-cloudinary-"));
  const assets = new Map<string, StoredAsset>();
  const unfinished = new Map<string, string>();
  const find = (resourceType: string, { type = "upload", public_id = "" }: Parameters) =>
    assets.get(`${resourceType}/${type}/${public_id}`);

  async function save(path: string, resourceType: string, fields: Parameters): Promise<StoredAsset | ApiError> {
    const { type = "upload", public_id: publicId = randomBytes(10).toString("hex") } = fields;
    const there = find(resourceType, fields);
    if (there && /^(0|false)$/.test(fields.overwrite ?? "1")) return there;
    const reason = await problemWith(path, resourceType);
    if (reason) return { status: 400, message: reason };
    const { size: bytes } = await stat(path);
    const asset = { resourceType, type, publicId, bytes, etag: await md5(path), path: join(folder, publicName()) };
    await rename(path, asset.path);
    assets.set(`${resourceType}/${type}/${publicId}`, asset);
    return asset;
  }

  const publicName = () => randomBytes(12).toString("hex");

  return {
    assets,
    find,

    async whole(content: Buffer, resourceType: string, fields: Parameters) {
      const path = join(folder, publicName());
      await writeFile(path, content);
      return save(path, resourceType, fields);
    },

    /** Chunks may be repeated but not leave a gap. Returns undefined until the last one. */
    async chunk(
      content: Buffer,
      { uploadId, start, end, total }: ReceivedChunk,
      resourceType: string,
      fields: Parameters,
    ) {
      if (content.length !== end - start + 1) return { status: 400, message: "Invalid Content-Range parameter" };
      const isLast = total >= 0 && end + 1 === total;
      if (total >= 0 && end >= total) return { status: 400, message: "Invalid Content-Range parameter" };
      if (!isLast && content.length < MIN_CHUNK_BYTES) {
        return { status: 400, message: "All parts except EOF-chunk must be larger than 5mb" };
      }
      const path = unfinished.get(uploadId) ?? join(folder, publicName());
      const size = await stat(path).then(
        (stats) => stats.size,
        () => 0,
      );
      if (start > size)
        return { status: 400, message: `Missing chunk: ${size} bytes received, this one is at ${start}` };
      unfinished.set(uploadId, path);
      if (start < size) await truncate(path, start);
      await appendFile(path, content);
      if (!isLast) return undefined;
      unfinished.delete(uploadId);
      return save(path, resourceType, fields);
    },

    async remove(resourceType: string, fields: Parameters): Promise<boolean> {
      const asset = find(resourceType, fields);
      if (asset) await rm(asset.path);
      return assets.delete(`${resourceType}/${fields.type ?? "upload"}/${fields.public_id}`);
    },

    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function md5(path: string): Promise<string> {
  const hash = createHash("md5");
  const file = await open(path);
  for await (const piece of file.createReadStream()) hash.update(piece);
  return hash.digest("hex");
}

const PICTURES = ["ffd8ff", "89504e47", "47494638", "52494646........57454250", "........66747970(61766966|68656963)"];
const VIDEOS = ["........66747970", "1a45dfa3", "52494646........57415645", "494433", "fff[ab3]", "4f676753"];

/** Cloudinary accepts only pictures and videos that it can open. */
async function problemWith(path: string, resourceType: string): Promise<string | undefined> {
  const file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
  await file.close();
  if (bytesRead === 0) return "Empty file";
  const begins = (kinds: string[]) => new RegExp(`^(${kinds.join("|")})`).test(buffer.toString("hex"));
  if (resourceType === "image" && !begins(PICTURES)) return "Invalid image file";
  if (resourceType === "video" && !begins(VIDEOS)) return "Unsupported video format or file";
  return undefined;
}
