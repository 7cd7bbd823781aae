import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { isTimeZone } from "~/domain/calendar/delivery-date";
import { ianaSpelling } from "~/domain/calendar/zone-spelling";
import { email, line, optionalLine } from "./account-schema";

export const profileSchema = z.object({
  fullName: line(200, "Please enter your full name"),
  email,
  phone: optionalLine(40),
  timeZone: line(64, "Please choose your time zone")
    .refine(isTimeZone, "Please choose a time zone from the list.")
    .transform(ianaSpelling),
});

export const profileRules = ({ formData }: { formData: FormData }) => parseWithZod(formData, { schema: profileSchema });
