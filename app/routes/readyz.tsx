import { isDatabaseReady } from "~/services/db-ready.server";

/** Readiness: the database responds. The queue may be down, as the sweep makes up for it. */
export async function loader() {
  const isReady = await isDatabaseReady();
  return new Response(isReady ? "ready" : "the database does not answer", {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
