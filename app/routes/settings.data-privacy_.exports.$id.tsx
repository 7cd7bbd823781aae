import type { LoaderFunctionArgs } from "@remix-run/node";
import { openExport } from "~/domain/data-export/open-export.server";
import { acquireSlot } from "~/http/concurrency.server";
import { downloadCookie } from "~/http/cookies.server";
import { serveArchive } from "~/http/media/serve-media.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireRecentSignIn } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { plainPage } from "~/server/plain-page.server";

const OUTDATED = {
  title: "Please prepare it again",
  description: "One of your memories has changed since, so this copy is no longer complete.",
  kind: "error",
} as const;

const PAGE = "/settings/data-privacy";
/** In minutes. A download of many gigabytes may break off hours after the password was entered. */
const CONTINUED_WITHIN = 24 * 60;

/** The archive, or the range that a browser requests to resume a download. A session resumes only what it began. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireRecentSignIn(context, PAGE, await continuedWithin(request, params.id, context));
  const opened = await openExport(user, params.id ?? "");
  if (opened === "outdated") return redirectWithToast(PAGE, OUTDATED);
  if (!opened) throw new Response(null, { status: 404 });
  const slot = acquireSlot("keepsake", { person: user.id, ip: context.clientIp });
  if (!slot.ok) return plainPage(slot.refusal.form, slot.refusal);
  const read: typeof opened.read = async (range) => (await opened.read(range)).once("close", slot.release);
  try {
    const answer = await serveArchive(request, { ...opened, read });
    answer.headers.append("Set-Cookie", await downloadCookie.serialize(await downloadOf(params.id, context)));
    if (!answer.body) slot.release();
    return answer;
  } catch (error) {
    slot.release();
    throw error;
  }
}

/** In minutes; undefined for a download that this session has not begun. */
async function continuedWithin(request: Request, id: string | undefined, context: RequestContext) {
  const begun: unknown = await downloadCookie.parse(request.headers.get("Cookie"));
  const isContinued = request.headers.has("Range") && begun === (await downloadOf(id, context));
  return isContinued ? CONTINUED_WITHIN : undefined;
}

async function downloadOf(id: string | undefined, context: RequestContext): Promise<string> {
  return `${id} ${(await context.session())?.id}`;
}
