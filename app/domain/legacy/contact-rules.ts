import { parseWithZod } from "@conform-to/zod/v4";
import { contactSchema } from "./contact-schema";

/** The rules of the form that adds a contact, as the browser applies them while it is filled in. */
export const contactRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: contactSchema });
