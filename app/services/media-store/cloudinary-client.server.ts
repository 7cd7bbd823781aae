import { Agent } from "node:http";
import cloudinary, { type UploadApiOptions, type UploadResponseCallback } from "cloudinary";
import type { CloudinaryAccount } from "./cloudinary-account.server";
import { CloudinaryProblem, isMissing, type RetryPolicy, retry } from "./cloudinary-problem.server";
import { type DirectUpload, type MediaKind, MediaRefused } from "./store.server";

const { uploader, utils } = cloudinary.v2;

export type Asset = { bytes: number; etag?: string };
type Answer = Partial<Asset>;

export type Chunk = { uploadId: string; contentRange: string };

/** URLs are used at once, but clocks differ. */
const LINK_SECONDS = 300;

/** Cloudinary opens a video before it responds to its upload. */
const UPLOAD_TIMEOUT_FACTOR = 3;

const FOLDER = "amberkeep";

const resourceTypes: Record<MediaKind, "image" | "video"> = { photo: "image", video: "video", audio: "video" };

/** Every call passes the full configuration, so that nothing the SDK reads from the environment applies. */
export function createCloudinaryClient(account: CloudinaryAccount, policy: RetryPolicy) {
  const access: UploadApiOptions = {
    cloud_name: account.cloudName,
    api_key: account.apiKey,
    api_secret: account.apiSecret,
    upload_prefix: account.apiUrl,
    ...(account.signatureAlgorithm && { signature_algorithm: account.signatureAlgorithm }),
    timeout: policy.timeoutMs,
    // Without an agent for http the SDK uses https.
    ...(account.apiUrl.startsWith("http:") && { agent: new Agent() }),
  };
  const place = (kind: MediaKind) => ({ ...access, resource_type: resourceTypes[kind], type: "authenticated" });
  const publicId = (key: string) => `${FOLDER}/${key}`;

  async function findOnce(key: string, kind: MediaKind): Promise<Asset | undefined> {
    // `explicit` changes nothing without options and, unlike the Admin API, has no hourly limit.
    const answer = await call((done) => uploader.explicit(publicId(key), place(kind), done)).catch(unlessMissing);
    if (answer && answer.bytes === undefined) throw new CloudinaryProblem(200, "no length in the response");
    return answer as Asset | undefined;
  }

  return {
    find: (key: string, kind: MediaKind) => retry(policy, () => findOnce(key, kind)),

    /**
     * `isThere` tells whether an earlier try arrived although its response was lost.
     * @throws MediaRefused for a file that Cloudinary cannot read or finds too large
     */
    upload(key: string, kind: MediaKind, content: Buffer, isThere: (asset: Asset) => boolean, chunk?: Chunk) {
      const options: UploadApiOptions = {
        ...place(kind),
        public_id: publicId(key),
        overwrite: true,
        invalidate: true,
        timeout: policy.timeoutMs * UPLOAD_TIMEOUT_FACTOR,
        ...(chunk && { x_unique_upload_id: chunk.uploadId, content_range: chunk.contentRange }),
      };
      return retry(policy, async (isRetry) => {
        const before = isRetry ? await findOnce(key, kind) : undefined;
        if (before && isThere(before)) return before;
        return call((done) => uploader.upload_stream(options, done).end(content)).catch(refusal);
      });
    },

    async destroy(key: string, kind: MediaKind): Promise<void> {
      const options = { ...place(kind), invalidate: true };
      const destroyOnce = () => call((done) => uploader.destroy(publicId(key), options, done)).catch(unlessMissing);
      await retry(policy, destroyOnce);
    },

    /** For this server only: the URL gives access to anyone who has it. */
    link(key: string, kind: MediaKind, now: Date): string {
      const expires_at = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
      // Without a format, so that Cloudinary does not convert the file.
      return utils.private_download_url(publicId(key), "", { ...place(kind), expires_at });
    },

    /** Valid for an hour. Cannot replace a stored file (`overwrite`). */
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

/** The SDK's errors are plain objects, nested once more after a network failure. */
function problem(given: unknown): CloudinaryProblem {
  const error = (given as { error?: unknown }).error ?? given;
  const { http_code, message, code } = error as { http_code?: number; message?: string; code?: string };
  return new CloudinaryProblem(http_code, code ?? message ?? "no reason given");
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** A 400 refuses the file, unless it concerns the key, the clock or the request. */
function refusal(error: CloudinaryProblem): never {
  const isAboutUs = /stale request|signature|api.?key|cloud.?name|preset|parameter|parts|chunk/i.test(error.reason);
  throw error.status === 400 && !isAboutUs ? new MediaRefused(error.reason) : error;
}
