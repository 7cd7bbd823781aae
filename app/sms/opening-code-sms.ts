import { z } from "zod";

export const openingCodeSmsProps = z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.int().positive() });

/** The one-time code for whoever came by the link of a text message. */
export function openingCodeSms({ code, minutes }: z.output<typeof openingCodeSmsProps>): string {
  return `Your code for Amberkeep: ${code}. It works for ${minutes} minutes. Please tell it to nobody.`;
}
