import { parseWithZod } from "@conform-to/zod/v4";
import { replySchema } from "./reply-schema";

/** Only the server knows whether there are files, so the browser accepts an empty text. */
export const replyRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: replySchema(true) });
