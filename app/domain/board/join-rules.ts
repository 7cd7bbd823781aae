import { parseWithZod } from "@conform-to/zod/v4";
import { guestEmailSchema, guestNameSchema, joinSchema } from "./join-schema";

export const joinRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: joinSchema });
export const nameRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: guestNameSchema });
export const emailRules = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: guestEmailSchema });
