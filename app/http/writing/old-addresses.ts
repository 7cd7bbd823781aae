import { redirect } from "@remix-run/node";
import type { FormKind } from "~/domain/vault/vault";

/** The addresses that each kind of vault once had. */
const OLD_ADDRESSES: Record<FormKind, string[]> = {
  "send-to-someone": ["send-to-someone", "letter-vault", "video-vault", "photo-vault", "milestone-vault", "letter"],
  "memory-board": ["memory-board", "multi-upload"],
  "future-self": ["future-self"],
};

/** Leads from an old address of a form to the form; undefined for every other path. */
export function redirectFromOld(path: string): Response | undefined {
  const [kind] = Object.entries(OLD_ADDRESSES).find(([, paths]) => paths.includes(path)) ?? [];
  return kind === undefined ? undefined : redirect(`/create?type=${kind}&step=form`);
}
