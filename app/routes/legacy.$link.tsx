import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/domain/calendar/delivery-date";
import { openingCodeSchema } from "~/domain/codes/one-time-code";
import { hasHelperCode, isHelper, loadHelp, redeemHelperCode } from "~/domain/legacy-help/help.server";
import { CODE_REFUSALS } from "~/http/access/code-refusals";
import { isCodeSent } from "~/http/access/code-sent.server";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { viewerOf } from "~/http/access/viewer.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { requireHelperLink } from "~/http/legacy-help/legacy-link.server";
import { rateLimited } from "~/http/rate-limit.server";
import { Page } from "~/ui/frame/page";
import { HelpCodeChallenge } from "~/ui/legacy-help/code-challenge";
import { LegacyHelpPage } from "~/ui/legacy-help/help-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

/** Shows only the owner's name until the legacy contact has entered a code. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const helper = await requireHelperLink(params.link);
  const { ownerName, contactName, isOwnerGone } = helper;
  const link = params.link ?? "";
  const viewer = await viewerOf(request, context);
  const needed = isHelper(viewer, helper) ? await loadHelp(helper) : undefined;
  if (!needed) {
    const isSent = await isCodeSent(request, (browser) => hasHelperCode(helper, browser));
    return json({ link, ownerName, contactName, isCodeSent: isSent, help: null });
  }
  const progress = (one: typeof needed.view) => (typeof one === "string" ? one : { opensOn: formatDate(one.opensOn) });
  const help = {
    ...needed,
    isOwnerGone,
    closeHref: viewer.user ? null : `/legacy/${link}/close`,
    dueOn: formatDate(needed.dueOn),
    view: progress(needed.view),
    duplicate: progress(needed.duplicate),
  };
  return json({ link, ownerName, contactName, isCodeSent: false, help });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const helper = await requireHelperLink(params.link);
  const form = await readForm(request, openingCodeSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const visitor = await visitorOf(request);
  const refusal = await rateLimited({
    opening_ip: context.clientIp,
    opening_visitor: `${helper.contactId} ${visitor}`,
  });
  if (refusal) return form.refuse(refusal);
  // The code was used in this browser, which shows the page.
  if (isHelper(await viewerOf(request, context), helper) && !(await hasHelperCode(helper, visitor)))
    return redirect(`/legacy/${params.link}`, 303);
  const opened = await redeemHelperCode(helper, visitor, form.value.code);
  if (!opened.ok) {
    const { reason } = opened;
    if (reason === "link_replaced") return redirect(`/legacy/${params.link}/replaced`, 303);
    return form.refuse({ fields: { code: CODE_REFUSALS[reason] } });
  }
  const headers = { "Set-Cookie": await rememberReading(request, opened.token) };
  return redirect(`/legacy/${params.link}`, { status: 303, headers });
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Help as a legacy contact | Amberkeep" }];

export default function LegacyRoute() {
  const { help, ...challenge } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      {help ? (
        <LegacyHelpPage {...challenge} {...help} />
      ) : (
        <HelpCodeChallenge {...challenge} lastResult={lastResult} />
      )}
    </Page>
  );
}
