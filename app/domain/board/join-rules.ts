import { parseWithZod } from "@conform-to/zod/v4";
import { joinSchema } from "./join-schema";

export const joinRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: joinSchema });
