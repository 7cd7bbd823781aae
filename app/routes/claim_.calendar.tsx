import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { claimCalendar } from "~/domain/claim/claim-calendar.server";
import { claimSchema } from "~/domain/claim/claim-schema";
import { calendarAnswer } from "~/http/calendar/calendar-answer.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";

export const loader = () => redirect("/claim");

/** Sends a refused form on to `/claim`, which says why and keeps the code: a route with files shows no page. */
const refused = () => redirect("/claim", 307);

/** Requires that the sender lets the card show the day. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, claimSchema);
  if (!form.ok) return refused();
  if (await rateLimited({ claim_ip: context.clientIp })) return refused();
  const calendar = await claimCalendar(form.value.code);
  return calendar ? calendarAnswer(calendar) : redirect("/claim", 303);
}
