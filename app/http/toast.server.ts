import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { ToastContent } from "~/ui/frame/chrome";
import { toastCookie } from "./cookies.server";

export type { ToastContent } from "~/ui/frame/chrome";

const oneToast = z.object({
  title: z.string(),
  description: z.string().optional(),
  kind: z.enum(["success", "error"]).optional(),
});
const toastSchema = oneToast.extend({ before: oneToast.optional() });

export async function redirectWithToast(url: string, toast: ToastContent, headers = new Headers()): Promise<Response> {
  headers.append("Set-Cookie", await toastCookie.serialize(toast));
  return redirect(url, { status: 303, headers });
}

/**
 * Returned with the header that deletes it. For data requests script does that (`forgetToast`), as another loader may
 * redirect.
 */
export async function takeToast(
  request: Request,
  { isDataRequest }: { isDataRequest: boolean },
): Promise<{ toast: ToastContent | null; setCookie?: string }> {
  const value: unknown = await toastCookie.parse(request.headers.get("Cookie"));
  const parsed = toastSchema.safeParse(value);
  if (!parsed.success) return { toast: null };
  if (isDataRequest) return { toast: parsed.data };
  return { toast: parsed.data, setCookie: await toastCookie.serialize("", { maxAge: 0 }) };
}
