import { isDatabaseReady } from "~/services/db-ready.server";

/** Checks the database only. The queue may be down: the sweep catches up. */
export async function loader() {
  const isReady = await isDatabaseReady();
  return new Response(isReady ? "ready" : "the database does not answer", {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
