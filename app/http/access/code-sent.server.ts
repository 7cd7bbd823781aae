import { readVisitor } from "~/http/csrf.server";

/** Whether the page asks for a code: it was sent just now, or earlier and still works in this browser. */
export async function isCodeSent(request: Request, hasCode: (browser: string) => Promise<boolean>): Promise<boolean> {
  if (new URL(request.url).searchParams.get("code") === "sent") return true;
  const browser = await readVisitor(request);
  return browser !== undefined && hasCode(browser);
}
