import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDate, formatTime, zoneInWords } from "~/domain/calendar/delivery-date";
import { claimVault } from "~/domain/claim/claim.server";
import { claimSchema } from "~/domain/claim/claim-schema";
import { groupPrintedCode, parsePrintedCode } from "~/domain/codes/printed-code";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { claimCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { claimStyles } from "~/styles/sheets";
import { ClaimPage, type Waiting } from "~/ui/claim/claim-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

const NOTHING = "This code opens nothing right now. Its day may not have come yet, or a newer card has replaced it.";
const HALTED = "We can’t open it right now: something is wrong on our side. Nothing is lost. Please try again later.";

export const handle = { isDescribed: true, hydrate: false };

/** Redirects to remove the card's code from the URL, so it is not kept in the history. */
export async function loader({ request }: LoaderFunctionArgs) {
  const scanned = new URL(request.url).searchParams.get("code");
  if (scanned !== null) {
    const code = parsePrintedCode(scanned.slice(0, 200)) ?? "";
    return redirect("/claim", { headers: { "Set-Cookie": await claimCookie.serialize(code) } });
  }
  const fromCookie: unknown = await claimCookie.parse(request.headers.get("Cookie"));
  const code = typeof fromCookie === "string" ? groupPrintedCode(fromCookie).join("-") : "";
  return json({ code });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, claimSchema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ claim_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const claim = await claimVault(form.value.code);
  if (claim.ok) {
    const headers = new Headers();
    headers.append("Set-Cookie", await rememberReading(request, claim.token));
    headers.append("Set-Cookie", await claimCookie.serialize("", { maxAge: 0 }));
    return redirect(`/open/${claim.link}`, { status: 303, headers });
  }
  if (claim.reason === "halted") return form.refuse({ form: HALTED });
  if (claim.reason === "nothing") return form.refuse({ fields: { code: NOTHING } });
  const waiting: Waiting = {
    code: form.value.code,
    until: formatDate(claim.date),
    time: `${formatTime(claim.at, claim.zone)} ${zoneInWords(claim.zone)}`,
  };
  return json({ waiting });
}

/** The form may have the code of a scanned card. */
export const headers = () => ({ "X-Robots-Tag": "noindex", "Cache-Control": "private, no-store" });

export const links = claimStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Claim a memory | Amberkeep",
    description: "Open what someone kept for you, with the code on your claim card.",
    path: "/claim",
  });

type Answer = SubmissionResult<string[]> & { waiting?: Waiting };

export default function ClaimRoute() {
  const { code } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <Page chrome={useChrome()} width="form">
      <ClaimPage code={code} waiting={answer?.waiting ?? null} lastResult={answer} />
    </Page>
  );
}
