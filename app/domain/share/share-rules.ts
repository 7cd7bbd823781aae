import { parseWithZod } from "@conform-to/zod/v4";
import { shareSchema } from "./share-schema";

/** Uses the time at which the page was rendered. */
export const shareRules =
  (zone: string, now: Date) =>
  ({ formData }: { formData: FormData }) =>
    parseWithZod(formData, { schema: shareSchema(zone, now) });
