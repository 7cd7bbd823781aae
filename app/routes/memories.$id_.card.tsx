import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/domain/calendar/delivery-date";
import { findCard, makeCard } from "~/domain/claim/card.server";
import { canHaveCard } from "~/domain/claim/card-states";
import { cardSchema } from "~/domain/claim/claim-schema";
import { isOpen } from "~/domain/vault/vault";
import { cardShown, rememberCard } from "~/http/claim/card-shown.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { NO_SUCH_VAULT } from "~/http/writing/vault-change.server";
import { claimStyles } from "~/styles/sheets";
import { CardPage } from "~/ui/claim/card-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const MADE = { title: "Claim card made", description: "Print it now: we keep no copy of the code." };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const found = await findCard(user, id);
  if (!found) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  if (!canHaveCard(found.state)) return redirect(`/memories/${id}`);
  const { card, deliveryDate, title } = found;
  const printedDay = card?.printedDay ? formatDate(card.printedDay) : null;
  const shown = card && (await cardShown(request, id));
  return json({
    id,
    title,
    isOpen: isOpen(found),
    day: deliveryDate && formatDate(deliveryDate),
    card: card ? { printedDay, madeOn: formatDate(card.madeOn) } : null,
    sheet: shown ? { ...shown, day: printedDay } : null,
  });
}

/** Only this response has the code; the browser caches it for an hour, for going back. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, cardSchema);
  if (!form.ok) return form.response;
  const code = await makeCard(user, id, { showsDay: form.value.showsDay === "on" });
  if (!code) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  const headers = new Headers({ "Set-Cookie": await rememberCard(request, id, code) });
  return redirectWithToast(`/memories/${id}/card`, MADE, headers);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const links = claimStyles;

export const meta: MetaFunction = () => [{ title: "Claim card | Amberkeep" }];

export default function ClaimCardRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="letter">
      <CardPage {...data} lastResult={lastResult} />
    </Page>
  );
}
