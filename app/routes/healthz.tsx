/** Liveness: this process responds. */
export const loader = () => new Response("ok", { headers: { "Cache-Control": "no-store" } });
