import { isDatabaseReady } from "~/services/db-ready.server";

/** Says that this process can serve people: the database answers. The queue may be away, the sweep makes up for it. */
export async function loader() {
  const isReady = await isDatabaseReady();
  return new Response(isReady ? "ready" : "the database does not answer", {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
