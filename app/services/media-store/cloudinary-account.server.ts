export type CloudinaryAccount = {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Without a trailing slash. */
  apiUrl: string;
  signatureAlgorithm: string | undefined;
};

/** Parses `cloudinary://key:secret@cloud` with the SDK's parameters `upload_prefix` and `signature_algorithm`. */
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
