import { parseWithZod } from "@conform-to/zod/v4";
import { cardSchema, claimSchema } from "./claim-schema";

/** The rules of the form that takes the code of a card, as the browser applies them. */
export const claimRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: claimSchema });

/** The same of the form that makes one. */
export const cardRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: cardSchema });
