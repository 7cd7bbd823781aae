import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { findExport, requestExport } from "~/domain/data-export/request-export.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { deviceOfRequest, requireRecentSignIn, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { now } from "~/services/clock.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { DataPrivacyPage } from "~/ui/settings/data-privacy-page";
import { useChrome } from "~/ui/shell/chrome";

const STARTED = {
  title: "Data export started",
  description: "We'll email you a link to download your data within 24 hours.",
};

const FAILED = { title: "Export failed", form: "There was an error starting your data export. Please try again." };

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const found = await findExport(user);
  const archive =
    found?.state === "ready" ? { ...found, until: formatDate(dateIn(user.timeZone, found.expiresAt)) } : found;
  return json({ archive: archive ?? null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ export_account: user.id });
  if (refusal) return form.refuse(refusal);
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    await requestExport(user, now(), deviceOfRequest(request));
    return redirectWithToast("/settings/data-privacy", STARTED);
  });
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Data and privacy | Amberkeep" }];

export default function DataPrivacyRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <DataPrivacyPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
