import { findPerson, viewProfile } from "~/domain/access/profiles.server";
import type { User } from "~/domain/account/account";
import { email as emailSchema, INVALID_EMAIL } from "~/domain/account/account-schema";
import { rateLimited } from "~/http/rate-limit.server";

const monthOf = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** @throws 404 unless `viewer` may see the profile */
export async function profileOf(viewer: User | undefined, id: string) {
  const profile = await viewProfile(viewer, id);
  if (!profile) throw new Response(null, { status: 404, headers: { "X-Robots-Tag": "noindex, nofollow" } });
  const { name, memberSince, activity, isOwn } = profile;
  return { name, since: monthOf.format(memberSince), isOwn, activity: activity ? inWords(activity) : null };
}

function inWords({ kept, delivered }: { kept: number; delivered: number }): string {
  const memories = (count: number) => (count === 1 ? "1 memory" : `${count} memories`);
  return `${memories(kept)} waiting, ${delivered} delivered.`;
}

type Answer = {
  email: string;
  found: { name: string; profileHref: string | null; writeHref: string } | null;
  problem: string | null;
};

/** Rate limited, so that addresses cannot be probed. */
export async function searchPeople(
  user: User,
  request: Request,
): Promise<{ data: Answer; status?: number; headers?: HeadersInit }> {
  const typed = new URL(request.url).searchParams.get("email") ?? "";
  const answer = { email: typed, found: null, problem: null };
  if (typed === "") return { data: answer };
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) {
    return { data: { ...answer, problem: INVALID_EMAIL }, status: 400 };
  }
  if (!user.isEmailVerified) {
    return { data: { ...answer, problem: "Please confirm your own email first." }, status: 400 };
  }
  const refusal = await rateLimited({ people_user: user.id });
  if (refusal) {
    const { form: problem = "", status = 429, headers = {} } = refusal;
    return { data: { ...answer, problem }, status, headers };
  }
  const person = await findPerson(user, parsed.data);
  if (!person) return { data: answer };
  const write = new URLSearchParams({ type: "send-to-someone", step: "form", to: parsed.data });
  const profileHref = person.hasProfile ? `/people/${person.id}` : null;
  return { data: { ...answer, found: { name: person.name, profileHref, writeHref: `/create?${write}` } } };
}
