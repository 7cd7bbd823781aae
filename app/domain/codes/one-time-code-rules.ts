import { parseWithZod } from "@conform-to/zod/v4";
import { openingCodeSchema } from "./one-time-code";

/** The rules of the form that takes a one-time code, as the browser applies them. */
export const openingCodeRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: openingCodeSchema });
