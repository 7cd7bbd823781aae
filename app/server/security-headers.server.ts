import { env } from "~/env.server";
import { directUploadOrigin } from "~/services/media-store.server";
import { shop } from "~/services/shop.server";

export const SECURITY_HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
  ...(env.BASE_URL.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
};

/** Vite injects inline styles and uses a web socket. */
const isDevelopment = env.NODE_ENV === "development";

/** Allows scripts with this `nonce`, or none without it. */
export function contentSecurityPolicy(nonce: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src ${nonce ? `'self' 'nonce-${nonce}'` : "'none'"}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${["'self'", isDevelopment && "ws:", directUploadOrigin].filter(Boolean).join(" ")}`,
    "frame-src 'self'",
    // The form that buys a plan redirects to the checkout.
    `form-action ${["'self'", shop?.checkoutOrigin].filter(Boolean).join(" ")}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "manifest-src 'self'",
  ].join("; ");
}
