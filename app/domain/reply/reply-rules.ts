import { parseWithZod } from "@conform-to/zod/v4";
import { replySchema } from "./reply-schema";

/** The rules of the form, as the browser applies them; whether there are files to send only the server knows. */
export const replyRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: replySchema(true) });
