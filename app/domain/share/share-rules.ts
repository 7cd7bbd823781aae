import { parseWithZod } from "@conform-to/zod/v4";
import { shareSchema } from "./share-schema";

/** The rules of the form, as the browser applies them by the clock of its page. */
export const shareRules =
  (zone: string, now: Date) =>
  ({ formData }: { formData: FormData }) =>
    parseWithZod(formData, { schema: shareSchema(zone, now) });
