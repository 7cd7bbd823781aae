export type CloudinaryAccount = {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** The base URL of its API, without a slash at the end. */
  apiUrl: string;
  signatureAlgorithm: string | undefined;
};

/**
 * Parses `cloudinary://key:secret@cloud`, as Cloudinary's console shows it. Of its SDK's query parameters, `upload_prefix`
 * (another region, or a test's server) and `signature_algorithm` are supported.
 */
export function parseAccount(url: string): CloudinaryAccount {
  const { hostname, username, password, searchParams } = new URL(url);
  return {
    cloudName: hostname,
    apiKey: decodeURIComponent(username),
    apiSecret: decodeURIComponent(password),
    apiUrl: (searchParams.get("upload_prefix") ?? "https://api.cloudinary.com").replace(/\/+$/, ""),
    signatureAlgorithm: searchParams.get("signature_algorithm") ?? undefined,
  };
}
