export type CloudinaryAccount = {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Where its API answers, without a slash at the end. */
  apiUrl: string;
  signatureAlgorithm: string | undefined;
};

/**
 * Reads `cloudinary://key:secret@cloud`, as Cloudinary's console shows it. Of the parameters that its SDK knows behind a
 * `?`, `upload_prefix` (another region, or a test's own server) and `signature_algorithm` count.
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
