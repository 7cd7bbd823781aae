/** Says that this process answers. */
export const loader = () => new Response("ok", { headers: { "Cache-Control": "no-store" } });
