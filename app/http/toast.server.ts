import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { ToastContent } from "~/ui/frame/chrome";
import { toastCookie } from "./cookies.server";

const toastSchema = z.object({
  title: z.string(),
  description: z.string().optional(),
  kind: z.enum(["success", "error"]).optional(),
});

/** Answers a form that worked: 303 to `url`, where `toast` is shown once. */
export async function redirectWithToast(url: string, toast: ToastContent, headers = new Headers()): Promise<Response> {
  headers.append("Set-Cookie", await toastCookie.serialize(toast));
  return redirect(url, { status: 303, headers });
}

/**
 * The toast to show on this page, with the header that takes it away. Script asks for the data of each part of a page by
 * itself, so that another part may lead elsewhere in the meantime: there it takes the toast away once it is shown.
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
