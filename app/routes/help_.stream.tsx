import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectTo } from "~/http/form-only.server";
import { readQuestion, streamOf } from "~/http/help/help-chat.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/help");

/** Streams the answer, for script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const question = await readQuestion(request, context);
  if (!question.ok) return question.response;
  const { asked, headers } = question;
  headers.set("Content-Type", "text/event-stream");
  headers.set("Cache-Control", "no-store, no-transform");
  // Turns off buffering in nginx.
  headers.set("X-Accel-Buffering", "no");
  return new Response(streamOf(asked.answer), { headers });
}
