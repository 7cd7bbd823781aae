import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { User } from "~/domain/account/account";
import {
  findDeliveryByLink,
  findReading,
  redeemOpeningCode,
  type SealedDelivery,
  sendOpeningCode,
} from "~/domain/delivery/opening.server";
import { openingCodeSchema } from "~/domain/delivery/opening-code";
import type { View } from "~/domain/vault/can-view";
import { viewVault } from "~/domain/vault/view-vault.server";
import { useChrome } from "~/http/chrome";
import { readingCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { secondsToWait, TOO_OFTEN } from "~/http/rate-limit.server";
import { readingOf } from "~/http/reading";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { LetterPage, Page } from "~/ui/page";
import { OpeningPage } from "~/ui/vault/opening-page";
import { ReadingPage } from "~/ui/vault/reading-page";

const REFUSALS = {
  wrong: "This code is not right. Please look at the newest mail from us.",
  no_tries_left: "That was the last try for this code. Please have a new one sent.",
  expired: "This code is over. Please have a new one sent.",
};

async function requireDelivery(link: string | undefined): Promise<SealedDelivery> {
  const delivery = await findDeliveryByLink(link ?? "");
  if (!delivery) throw new Response(null, { status: 404 });
  return delivery;
}

async function viewerOf(request: Request, context: RequestContext) {
  const token: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const [user, openedDeliveryId] = await Promise.all([
    context.viewer(),
    typeof token === "string" ? findReading(token) : undefined,
  ]);
  return { ...(user && { user }), ...(openedDeliveryId && { openedDeliveryId }) };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  const viewer = await viewerOf(request, context);
  const viewed = await viewVault(viewer, delivery.memoryId);
  if (viewed && isReader(viewed.view, viewer.user, delivery)) return json({ reading: readingOf(viewed) });
  const { senderName, recipientName } = delivery;
  const isCodeSent = new URL(request.url).searchParams.has("code");
  return json({ reading: null, senderName, recipientName, isCodeSent });
}

/** Its recipient, or the owner of a message to the future self, to whom the link was sent. */
function isReader(view: View, user: User | undefined, delivery: SealedDelivery): boolean {
  if (view.as === "recipient") return true;
  return view.seesContent && user?.isEmailVerified === true && user.email === delivery.recipientEmail;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  const isSending = new URL(request.url).searchParams.get("code") === "send";
  return isSending ? sendCode(request, context, delivery) : openWithCode(request, context, delivery);
}

async function sendCode(request: Request, context: RequestContext, delivery: SealedDelivery): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const wait = await secondsToWait({ mail_recipient: delivery.id, mail_address: context.clientAddress });
  if (wait) return form.refuse({ form: TOO_OFTEN, status: 429, headers: { "Retry-After": String(wait) } });
  await sendOpeningCode(delivery);
  return redirectWithToast("?code=sent", { title: "Code sent", description: "Please look at your mail." });
}

async function openWithCode(request: Request, context: RequestContext, delivery: SealedDelivery): Promise<Response> {
  const form = await readForm(request, openingCodeSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const wait = await secondsToWait({ opening_delivery: delivery.id, opening_address: context.clientAddress });
  if (wait) return form.refuse({ form: TOO_OFTEN, status: 429, headers: { "Retry-After": String(wait) } });
  const opened = await redeemOpeningCode(delivery, form.value.code);
  if (!opened.ok) return form.refuse({ fields: { code: REFUSALS[opened.reason] } });
  const headers = {
    Location: new URL(request.url).pathname,
    "Set-Cookie": await readingCookie.serialize(opened.token),
  };
  return new Response(null, { status: 303, headers });
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.reading?.title ?? "Something was kept for you"} | Amberkeep` },
];

export default function Open() {
  const data = useLoaderData<typeof loader>();
  const chrome = useChrome();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  if (data.reading) {
    return (
      <LetterPage>
        <ReadingPage {...data.reading} />
      </LetterPage>
    );
  }
  return (
    <Page chrome={chrome} width="form">
      <OpeningPage {...data} lastResult={lastResult} />
    </Page>
  );
}
