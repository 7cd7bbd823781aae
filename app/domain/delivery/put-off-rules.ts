import { parseWithZod } from "@conform-to/zod/v4";
import { putOffSchema } from "./put-off-schema";

export const putOffRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: putOffSchema });
