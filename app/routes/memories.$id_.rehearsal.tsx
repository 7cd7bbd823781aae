import { isCuid } from "@paralleldrive/cuid2";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { rehearse, sendRehearsal } from "~/domain/access/rehearsal.server";
import { readingOf } from "~/http/access/reading.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { createId } from "~/services/id.server";
import { boardStyles, rehearsalStyles } from "~/styles/sheets";
import { EmptyState } from "~/ui/base/empty-state";
import { Page } from "~/ui/frame/page";
import { rehearsalData } from "~/ui/rehearsal/rehearsal-data";
import { RehearsalPage } from "~/ui/rehearsal/rehearsal-page";
import { SendToMe } from "~/ui/rehearsal/send-to-me";
import { useChrome } from "~/ui/shell/chrome";

const UNVERIFIED =
  "Please confirm your own address first: we send this email only to an address that we know is yours.";
const NOTHING = { title: "Error", description: "There’s nothing left to rehearse.", kind: "error" } as const;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const at = now();
  const id = params.id ?? "";
  const rehearsal = await rehearse(user, id, at);
  if (rehearsal.ok) {
    const shown = {
      ...rehearsalData(rehearsal, at),
      reading: await readingOf(rehearsal.viewed, { now: rehearsal.viewed.vault.deliveryAt ?? at, isSignedIn: true }),
      sendTo: user.isEmailVerified ? user.email : null,
      formId: createId(),
    };
    return json({ id, shown });
  }
  if (rehearsal.reason === "sealed") return json({ id, shown: null });
  return redirect(rehearsal.reason === "not_found" ? "/dashboard" : `/memories/${id}`);
}

const schema = z.object({
  formId: z
    .string()
    .refine(isCuid)
    .catch(() => createId()),
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, schema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `rehearsal:${user.email}` });
  if (refusal) return form.refuse(refusal);
  const id = params.id ?? "";
  const sent = await sendRehearsal(user, id, form.value.formId);
  if (sent.ok) {
    const toast = { title: "Rehearsal sent", description: `We’ve sent it to ${user.email}.` };
    return redirectWithToast(`/memories/${id}/rehearsal`, toast);
  }
  if (sent.reason === "unverified") return form.refuse({ form: UNVERIFIED });
  return redirectWithToast(sent.reason === "not_found" ? "/dashboard" : `/memories/${id}`, NOTHING);
}

export const links = rehearsalStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Rehearsal | Amberkeep" },
  ...boardStyles(data?.shown?.reading.wall),
];

export default function RehearsalRoute() {
  const { id, shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page chrome={useChrome()} width="letter">
      {shown ? (
        <RehearsalPage {...shown}>
          <SendToMe address={shown.sendTo} formId={shown.formId} result={result} />
        </RehearsalPage>
      ) : (
        <EmptyState
          headingLevel="h1"
          title="It is sealed"
          action={{ href: `/memories/${id}`, label: "Back to the vault" }}
        >
          No one can read it before its day, not even you, so it can no longer be rehearsed.
        </EmptyState>
      )}
    </Page>
  );
}
