import { z } from "zod";

export const openingCodeTextProps = z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.int().positive() });

/** The one-time code for whoever came by the link of a text message. */
export function openingCodeText({ code, minutes }: z.output<typeof openingCodeTextProps>): string {
  return `Your code for Amberkeep: ${code}. It works for ${minutes} minutes. Please tell it to nobody.`;
}
