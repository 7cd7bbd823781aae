import { z } from "zod";
import { isCalendarDate } from "~/domain/calendar/delivery-date";

const CHOOSE = "Please choose a day.";

/** The day on which a recipient wants to be reminded. */
export const putOffSchema = z.object({ date: z.string({ error: CHOOSE }).refine(isCalendarDate, CHOOSE) });
