import { parseWithZod } from "@conform-to/zod/v4";
import { letterSchema } from "./vault-schema";

/** The rules of the letter's form, as the browser applies them while it is filled in. */
export const letter = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: letterSchema(new Date()) });
