import { parseWithZod } from "@conform-to/zod/v4";
import { shareSchema } from "./share-schema";

/** Checked against the clock of the page that the browser shows. */
export const shareRules =
  (zone: string, now: Date) =>
  ({ formData }: { formData: FormData }) =>
    parseWithZod(formData, { schema: shareSchema(zone, now) });
