import { parseWithZod } from "@conform-to/zod/v4";
import { addressSchema, givenAddressSchema, reachSchema } from "./address-schema";

export const addressRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: addressSchema });
export const reachRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: reachSchema });
export const givenAddressRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: givenAddressSchema });
