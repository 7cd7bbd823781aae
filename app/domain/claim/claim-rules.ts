import { parseWithZod } from "@conform-to/zod/v4";
import { cardSchema, claimSchema } from "./claim-schema";

export const claimRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: claimSchema });

export const cardRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: cardSchema });
