import { VISITOR_DRAFTS_MAX } from "~/domain/visitor-draft/visitor-draft.server";
import { draftCookie, readList } from "~/http/cookies.server";

/** Newest first. */
export async function readVisitorTokens(request: Request): Promise<string[]> {
  const tokens = await readList(draftCookie, request);
  return tokens.filter(({ length }) => length === 43).slice(0, VISITOR_DRAFTS_MAX);
}

export function rememberDraft(tokens: string[], token: string): Promise<string> {
  const all = [token, ...tokens.filter((other) => other !== token)];
  return draftCookie.serialize(all.slice(0, VISITOR_DRAFTS_MAX));
}

/** Forgets the browser's other drafts. */
export function keepDrafts(tokens: string[]): Promise<string> {
  return tokens.length > 0 ? draftCookie.serialize(tokens) : draftCookie.serialize("", { maxAge: 0 });
}
