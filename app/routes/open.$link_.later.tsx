import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { reminderDays, reminderTime } from "~/domain/delivery/put-off";
import { putOff } from "~/domain/delivery/put-off.server";
import { putOffSchema } from "~/domain/delivery/put-off-schema";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { keptUntil } from "~/domain/vault/keeping";
import { requireMailbox } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { readingStyles } from "~/styles/sheets";
import { AnswerPage } from "~/ui/frame/page";
import { LaterPage } from "~/ui/reading/later-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const BLOCKED = "You blocked the sender, so we can’t remind you. Please unblock them first.";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const delivery = await requireMailbox(params.link, context);
  const { zone, senderName, isToSender, isBlocked, remindAt } = delivery;
  const days = reminderDays(delivery, now()) ?? null;
  const chosen = remindAt && dateIn(zone, remindAt);
  const remindOn = chosen && formatDate(chosen);
  const link = params.link ?? "";
  const sentTo = shownContact(delivery);
  const words = { chosen, remindOn, time: reminderTime(zone), keptUntil: endIn(delivery) };
  return json({ link, sentTo, senderName, isToSender, isBlocked, days, ...words });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireMailbox(params.link, context);
  const form = await readForm(request, putOffSchema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ opening_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const at = now();
  const result = await putOff(delivery, form.value.date, at);
  if (!result.ok && result.reason === "blocked") return form.refuse({ form: BLOCKED, status: 409 });
  if (!result.ok) {
    const days = reminderDays(delivery, at);
    const date = days
      ? `Please choose a day from ${formatDate(days.first)} to ${formatDate(days.last)}.`
      : "There’s no day left for a reminder.";
    return form.refuse({ fields: { date } });
  }
  const description = `We’ll write to you again on ${formatDate(form.value.date)}.`;
  return redirectWithToast(`/open/${params.link}`, { title: "Until then", description });
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

/** The last day on which it is kept; null while that is open. */
function endIn({ zone, deliveredAt }: DeliveryByLink): string | null {
  return deliveredAt && formatDate(dateIn(zone, keptUntil(deliveredAt)));
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Remind me later | Amberkeep" }];

export default function LaterRoute() {
  const lastResult = useLastResult();
  return (
    <AnswerPage chrome={useChrome()}>
      <LaterPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </AnswerPage>
  );
}
