import { parseWithZod } from "@conform-to/zod/v4";
import { joinSchema } from "./join-schema";

/** The rules of the form, as the browser applies them. */
export const joinRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: joinSchema });
