import { parseWithZod } from "@conform-to/zod/v4";
import { coHostSchema, settingsSchema } from "./settings-schema";

export const settingsRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: settingsSchema });
export const coHostRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: coHostSchema });
