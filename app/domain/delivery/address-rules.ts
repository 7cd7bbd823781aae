import { parseWithZod } from "@conform-to/zod/v4";
import { addressSchema } from "./address-schema";

/** The rules of the form, as the browser applies them while it is filled in. */
export const address = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: addressSchema });
