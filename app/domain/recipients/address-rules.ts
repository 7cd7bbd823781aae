import { parseWithZod } from "@conform-to/zod/v4";
import { addressSchema, givenAddressSchema, reachSchema } from "./address-schema";

/** The rules of the forms, as the browser applies them while they are filled in. */
export const addressRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: addressSchema });
export const reachRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: reachSchema });
export const givenAddressRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: givenAddressSchema });
