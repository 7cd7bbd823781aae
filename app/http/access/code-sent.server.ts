import { type CodeScope, hasCode } from "~/domain/codes/one-time-code.server";
import { readVisitor } from "~/http/csrf.server";

/** Whether the page asks for a code: one was just sent, or this browser asked for one before and left the page. */
export async function isCodeSent(request: Request, scope: CodeScope): Promise<boolean> {
  if (new URL(request.url).searchParams.get("code") === "sent") return true;
  const visitor = await readVisitor(request);
  return visitor !== undefined && (await hasCode(scope, visitor));
}
