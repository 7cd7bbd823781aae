/** Liveness only: does not check the database. */
export const loader = () => new Response("ok", { headers: { "Cache-Control": "no-store" } });
