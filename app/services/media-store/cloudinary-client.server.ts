import { Agent } from "node:http";
import cloudinary, { type UploadApiOptions, type UploadResponseCallback } from "cloudinary";
import type { CloudinaryAccount } from "./cloudinary-account.server";
import { CloudinaryProblem, isMissing, type Patience, persist } from "./cloudinary-problem.server";
import { type DirectUpload, type MediaKind, MediaRefused } from "./store.server";

const { uploader, utils } = cloudinary.v2;

/** What Cloudinary knows of a file: its length in bytes and its MD5. */
export type Asset = { bytes: number; etag?: string };
type Answer = Partial<Asset>;

/** One piece of a file that is sent in several (`Content-Range`), all under one id. */
export type Chunk = { uploadId: string; contentRange: string };

/** How long an address for reading is good, in seconds: it is used at once, but clocks differ. */
const LINK_SECONDS = 300;

/** How many times longer an upload may wait for its answer: Cloudinary opens a film before it gives one. */
const UPLOAD_PATIENCE = 3;

const FOLDER = "amberkeep";

/** To Cloudinary sound is a video. */
const resourceTypes: Record<MediaKind, "image" | "video"> = { photo: "image", video: "video", audio: "video" };

/**
 * The calls of Cloudinary's SDK that the store needs, with all they take given anew each time: what the SDK itself reads
 * from the environment does not count.
 */
export function createCloudinaryClient(account: CloudinaryAccount, patience: Patience) {
  const access: UploadApiOptions = {
    cloud_name: account.cloudName,
    api_key: account.apiKey,
    api_secret: account.apiSecret,
    upload_prefix: account.apiUrl,
    ...(account.signatureAlgorithm && { signature_algorithm: account.signatureAlgorithm }),
    timeout: patience.timeoutMs,
    // The SDK takes https unless its environment says otherwise; with an agent for http it speaks http.
    ...(account.apiUrl.startsWith("http:") && { agent: new Agent() }),
  };
  const place = (kind: MediaKind) => ({ ...access, resource_type: resourceTypes[kind], type: "authenticated" });
  const publicId = (key: string) => `${FOLDER}/${key}`;

  async function findOnce(key: string, kind: MediaKind): Promise<Asset | undefined> {
    // `explicit` changes nothing when it is given nothing, and other than the Admin API it is not limited per hour.
    const answer = await call((done) => uploader.explicit(publicId(key), place(kind), done)).catch(unlessMissing);
    if (answer && answer.bytes === undefined) throw new CloudinaryProblem(200, "no length of a file");
    return answer as Asset | undefined;
  }

  return {
    find: (key: string, kind: MediaKind) => persist(patience, () => findOnce(key, kind)),

    /**
     * Sends a file, or a chunk of one; the last chunk is answered with the file.
     * @param isThere whether an earlier try arrived after all, although its answer got lost
     * @throws MediaRefused for what Cloudinary cannot read or finds too large
     */
    upload(key: string, kind: MediaKind, content: Buffer, isThere: (asset: Asset) => boolean, chunk?: Chunk) {
      const options: UploadApiOptions = {
        ...place(kind),
        public_id: publicId(key),
        overwrite: true,
        invalidate: true,
        timeout: patience.timeoutMs * UPLOAD_PATIENCE,
        ...(chunk && { x_unique_upload_id: chunk.uploadId, content_range: chunk.contentRange }),
      };
      return persist(patience, async (isRepeat) => {
        const before = isRepeat ? await findOnce(key, kind) : undefined;
        if (before && isThere(before)) return before;
        return call((done) => uploader.upload_stream(options, done).end(content)).catch(refusal);
      });
    },

    async destroy(key: string, kind: MediaKind): Promise<void> {
      const options = { ...place(kind), invalidate: true };
      const destroyOnce = () => call((done) => uploader.destroy(publicId(key), options, done)).catch(unlessMissing);
      await persist(patience, destroyOnce);
    },

    /** A fresh address to read a file from: for this server only, it opens the file to whoever has it. */
    link(key: string, kind: MediaKind, now: Date): string {
      const expires_at = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
      // No format: with one Cloudinary would convert the file.
      return utils.private_download_url(publicId(key), "", { ...place(kind), expires_at });
    },

    /** Once there, a file cannot be replaced by whoever has these fields (`overwrite`); they are good for an hour. */
    sign(key: string, kind: MediaKind, now: Date): DirectUpload {
      const signed = {
        public_id: publicId(key),
        type: "authenticated",
        overwrite: "0",
        timestamp: String(Math.floor(now.getTime() / 1000)),
      };
      const { api_key, signature } = utils.sign_request(signed, access);
      return { url: utils.api_url("upload", place(kind)), fields: { ...signed, api_key, signature } };
    },
  };
}

export type CloudinaryClient = ReturnType<typeof createCloudinaryClient>;

function call(begin: (done: UploadResponseCallback) => unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    begin((error, answer) => (error ? reject(problem(error)) : resolve((answer ?? {}) as Answer)));
  });
}

/** The SDK's errors are plain objects, wrapped once more when the network failed. */
function problem(given: unknown): CloudinaryProblem {
  const error = (given as { error?: unknown }).error ?? given;
  const { http_code, message, code } = error as { http_code?: number; message?: string; code?: string };
  return new CloudinaryProblem(http_code, code ?? message ?? "no reason given");
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** A 400 that is about us, our key, our clock or how we ask, says nothing about the file. */
function refusal(error: CloudinaryProblem): never {
  const isAboutUs = /stale request|signature|api.?key|cloud.?name|preset|parameter|parts|chunk/i.test(error.reason);
  throw error.status === 400 && !isAboutUs ? new MediaRefused(error.reason) : error;
}
