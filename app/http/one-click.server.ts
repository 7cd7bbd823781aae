/** The form field of one-click unsubscription (RFC 8058, section 3.1). */
const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

/** No CSRF token is needed, as the link is signed. Undefined for any other form. */
export async function readOneClick(
  request: Request,
): Promise<{ choice: "stop" | "again"; isMailProgram: boolean } | undefined> {
  const fields = await request.formData().catch(() => undefined);
  if (fields?.get("choice") === "again") return { choice: "again", isMailProgram: false };
  if (fields?.get(ONE_CLICK.name) !== ONE_CLICK.value) return undefined;
  return { choice: "stop", isMailProgram: fields.get("choice") === null };
}
