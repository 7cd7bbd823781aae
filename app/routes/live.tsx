import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscribe } from "~/domain/delivery/live.server";
import { eventStream } from "~/http/event-stream.server";
import { requireUser } from "~/http/session.server";

/** What happens to the person's vaults while a page of theirs is open. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return eventStream(request.signal, (send) => subscribe(user.id, send));
}
