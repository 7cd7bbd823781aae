/** The field by which mail programs end mails (RFC 8058, section 3.1), and its value. */
export const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

/**
 * What is asked for by a form whose link is signed, so that nothing else has to say who sends it: by a mail program, which
 * wants a plain answer and has no cookie; or by somebody on our own page. Undefined for anything else.
 */
export async function readOneClick(
  request: Request,
): Promise<{ choice: "stop" | "again"; isMailProgram: boolean } | undefined> {
  const fields = await request.formData().catch(() => undefined);
  if (fields?.get("choice") === "again") return { choice: "again", isMailProgram: false };
  if (fields?.get(ONE_CLICK.name) !== ONE_CLICK.value) return undefined;
  return { choice: "stop", isMailProgram: fields.get("choice") === null };
}
