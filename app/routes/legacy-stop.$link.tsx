import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formatDate } from "~/domain/calendar/delivery-date";
import { stopLegacyRequest } from "~/domain/legacy-help/stop-legacy-request.server";
import { readForm } from "~/http/form.server";
import { requireStoppableRequest } from "~/http/legacy-help/legacy-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { StopPage } from "~/ui/legacy-help/stop-page";
import { useChrome } from "~/ui/shell/chrome";

/** GET stops nothing: mail scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { opensOn, id: _, ...wait } = await requireStoppableRequest(params.link);
  return json({ ...wait, opensOn: formatDate(opensOn) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const wait = await requireStoppableRequest(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const isStopped = await stopLegacyRequest(wait.id);
  const path = `/legacy-stop/${params.link}`;
  const stopped = { title: "Stopped", description: `${wait.contactName} won’t be able to read it.` };
  return isStopped ? redirectWithToast(path, stopped) : redirect(path, 303);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Stop it? | Amberkeep" }];

export default function LegacyStopRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <StopPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
