import { parseWithZod } from "@conform-to/zod/v4";
import { giftAddressSchema, giftSchema } from "./billing-schema";

export const giftRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: giftSchema });

export const giftAddressRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: giftAddressSchema });
