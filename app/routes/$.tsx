import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { FormKind } from "~/domain/vault/vault";

/** Former paths, by kind of form. */
const FORMER_PATHS: Record<FormKind, string[]> = {
  "send-to-someone": ["send-to-someone", "letter-vault", "video-vault", "photo-vault", "milestone-vault", "letter"],
  "memory-board": ["memory-board", "multi-upload"],
  "future-self": ["future-self"],
};

/** Paths that people guess, and the one where password managers look for the form. */
const OTHER_PATHS: Record<string, string> = {
  login: "/auth?mode=login",
  "log-in": "/auth?mode=login",
  signup: "/auth?mode=signup",
  register: "/auth?mode=signup",
  ".well-known/change-password": "/settings/password",
};

/** Redirects former and guessed paths; all other unknown paths are a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  const path = (params["*"] ?? "").replace(/\/+$/, "");
  const [kind] = Object.entries(FORMER_PATHS).find(([, paths]) => paths.includes(path)) ?? [];
  if (kind) return redirect(`/create?type=${kind}&step=form`);
  const other = Object.hasOwn(OTHER_PATHS, path) && OTHER_PATHS[path];
  if (other) return redirect(other);
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function NotFoundRoute() {
  return null;
}
