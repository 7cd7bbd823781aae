import { parseWithZod } from "@conform-to/zod/v4";
import { postSchema } from "./post-schema";

/** In the browser, files may still be uploading, so the words alone cannot tell whether something is missing. */
export const postRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: postSchema(true) });
export const noteRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: postSchema(false) });
