import { parseWithZod } from "@conform-to/zod/v4";
import { contactSchema } from "./contact-schema";

export const contactRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: contactSchema });
