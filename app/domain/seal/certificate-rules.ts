import { parseWithZod } from "@conform-to/zod/v4";
import { certificateFormSchema } from "./certificate-schema";

export const certificateRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: certificateFormSchema });
