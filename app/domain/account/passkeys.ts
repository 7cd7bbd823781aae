import { z } from "zod";
import { line } from "./account-schema";

export const PASSKEYS_MAX = 20;
const NAME_MAX = 60;

const FAILED = "Your browser didn’t send a passkey. Please try again.";

/** What the browser made, as JSON. Its signature is verified later. */
const credential = z
  .string({ error: FAILED })
  .max(20_000, FAILED)
  .transform((text, context) => {
    const parsed = z
      .looseObject({ id: z.string().min(1).max(1_364), response: z.looseObject({}) })
      .safeParse(parseOrNull(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: FAILED });
    return z.NEVER;
  });

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const passkeySchema = z.object({ credential });

export const addPasskeySchema = z.object({
  name: line(NAME_MAX, "Please give the passkey a name"),
  credential,
});
