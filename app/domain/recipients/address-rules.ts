import { parseWithZod } from "@conform-to/zod/v4";
import { addressSchema, givenAddressSchema, reachSchema } from "./address-schema";

/** The rules of the forms, as the browser applies them while they are filled in. */
export const address = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: addressSchema });
export const reach = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: reachSchema });
export const givenAddress = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: givenAddressSchema });
