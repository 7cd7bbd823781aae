import { parseWithZod } from "@conform-to/zod/v4";
import { certificateFormSchema } from "./certificate-schema";

/** The rules of the form that checks a certificate, as the browser applies them. */
export const certificateRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: certificateFormSchema });
