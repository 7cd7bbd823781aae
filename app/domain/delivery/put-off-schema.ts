import { z } from "zod";
import { isCalendarDate } from "~/domain/calendar/delivery-date";

const CHOOSE = "Please choose a day.";

export const putOffSchema = z.object({ date: z.string({ error: CHOOSE }).refine(isCalendarDate, CHOOSE) });
