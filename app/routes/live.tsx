import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscribe } from "~/domain/overview/live.server";
import { takePlace } from "~/http/at-once.server";
import { requireUser } from "~/http/session.server";
import { eventStream } from "~/server/event-stream.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context).catch(nobody);
  // After 204 an EventSource does not reconnect (WHATWG HTML, section 9.2).
  const place = user && takePlace("live", { person: user.id, ip: context.clientIp });
  if (!user || !place?.ok) return new Response(null, { status: 204 });
  return eventStream(request.signal, (send) => {
    const unsubscribe = subscribe(user.id, send);
    return () => {
      unsubscribe();
      place.release();
    };
  });
}

function nobody(thrown: unknown): undefined {
  if (!(thrown instanceof Response)) throw thrown;
}
