import { parseWithZod } from "@conform-to/zod/v4";
import { giftSchema } from "./billing-schema";

export const giftRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: giftSchema });
