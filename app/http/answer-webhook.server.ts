/** `text` is for the provider's log. */
export function answerWebhook(status: number, text: string): Response {
  return new Response(text, { status, headers: { "Cache-Control": "no-store" } });
}
