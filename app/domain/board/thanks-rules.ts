import { parseWithZod } from "@conform-to/zod/v4";
import { thanksSchema } from "./thanks-schema";

export const thanksRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: thanksSchema });
