import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { declineDelivery } from "~/domain/delivery/decline.server";
import { requireMailbox } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { readingStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { AnswerPage } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const DECLINED = { title: "Thank you for telling us", description: "We won’t write to you about it again." };

export const handle = { hydrate: false };

export async function loader({ params }: LoaderFunctionArgs) {
  const { senderName, isToSender } = await requireMailbox(params.link);
  if (isToSender) return redirect(`/open/${params.link}`);
  return json({ link: params.link ?? "", senderName });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireMailbox(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await tooOften({ opening_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  await declineDelivery(delivery);
  return redirectWithToast(`/open/${params.link}`, DECLINED);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Not for you? | Amberkeep" }];

export default function DeclineRoute() {
  const { link, senderName } = useLoaderData<typeof loader>();
  return (
    <AnswerPage chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Is this not for you?"
        confirm={<Button>It’s not for me</Button>}
        cancel={{ href: `/open/${link}`, label: "Back" }}
      >
        <p>You won’t hear from us about it again: no reminders, no other emails.</p>
        <p>
          <span dir="auto">{senderName}</span> can see that you declined it. Nothing is deleted: if you change your
          mind, the same link opens it.
        </p>
      </Confirm>
    </AnswerPage>
  );
}
