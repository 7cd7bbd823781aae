import { parseWithZod } from "@conform-to/zod/v4";
import { contactFormSchema } from "./contact-schema";

export const contactFormRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: contactFormSchema });
