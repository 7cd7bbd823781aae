import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { FormKind } from "~/domain/vault/vault";

/** Former paths, by kind of form. */
const FORMER_PATHS: Record<FormKind, string[]> = {
  "send-to-someone": ["send-to-someone", "letter-vault", "video-vault", "photo-vault", "milestone-vault", "letter"],
  "memory-board": ["memory-board", "multi-upload"],
  "future-self": ["future-self"],
};

/** Redirects former paths of forms; all other unknown paths are a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  const path = (params["*"] ?? "").replace(/\/+$/, "");
  const [kind] = Object.entries(FORMER_PATHS).find(([, paths]) => paths.includes(path)) ?? [];
  if (kind) return redirect(`/create?type=${kind}&step=form`);
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function NotFoundRoute() {
  return null;
}
