import { parseWithZod } from "@conform-to/zod/v4";
import { openingCodeSchema } from "./one-time-code";

export const openingCodeRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: openingCodeSchema });
