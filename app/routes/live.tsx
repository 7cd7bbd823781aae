import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscribe } from "~/domain/overview/live.server";
import { acquireSlot } from "~/http/concurrency.server";
import { requireUser } from "~/http/session.server";
import { eventStream } from "~/server/event-stream.server";
import { now } from "~/services/clock.server";

const MISSED_AT_MOST_MS = 10 * 60_000;
/** Events shortly before the last one may have been committed after it. */
const BEFORE_LAST_MS = 2_000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context).catch(ignoreRedirect);
  // After 204 an EventSource does not reconnect (WHATWG HTML, section 9.2).
  const slot = user && acquireSlot("live", { person: user.id, ip: context.clientIp });
  if (!user || !slot?.ok) return new Response(null, { status: 204 });
  return eventStream(request, (send) => {
    const unsubscribe = subscribe(user.id, send, missedSince(request));
    return () => {
      unsubscribe();
      slot.release();
    };
  });
}

/** A first connection says how many milliseconds it has missed; a reconnect repeats the id of the last event. */
function missedSince(request: Request): Date {
  const at = now().getTime();
  const last = Number(request.headers.get("Last-Event-ID")) - BEFORE_LAST_MS;
  const missed = Math.max(0, Number(new URL(request.url).searchParams.get("missed")) || 0);
  const since = last > 0 ? last : at - missed;
  return new Date(Math.min(at, Math.max(since, at - MISSED_AT_MOST_MS)));
}

function ignoreRedirect(thrown: unknown): undefined {
  if (!(thrown instanceof Response)) throw thrown;
}
