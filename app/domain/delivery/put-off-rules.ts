import { parseWithZod } from "@conform-to/zod/v4";
import { putOffSchema } from "./put-off-schema";

/** The rules of the form that puts a letter off, as the browser applies them where it has script. */
export const putOff = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: putOffSchema });
