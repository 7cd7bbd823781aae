import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { declineDelivery, undoDecline } from "~/domain/delivery/decline.server";
import { requireMailbox } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { readingStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { AnswerPage } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const DECLINED = { title: "Thank you for telling us", description: "We won’t write to you about it again." };
const UNDONE = { title: "It’s yours again", description: "If you have an account, you’ll find it there again." };

const intentSchema = z.object({ intent: z.enum(["decline", "undo"], { error: "Please choose again." }) });

export const handle = { hydrate: false };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { senderName, isSenderGone, isToSender, declinedAt } = await requireMailbox(params.link, context);
  if (isToSender) return redirect(`/open/${params.link}`);
  return json({ link: params.link ?? "", senderName, isSenderGone, isDeclined: declinedAt !== null });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireMailbox(params.link, context);
  const form = await readForm(request, intentSchema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ opening_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const isDeclining = form.value.intent === "decline";
  await (isDeclining ? declineDelivery : undoDecline)(delivery);
  return redirectWithToast(`/open/${params.link}`, isDeclining ? DECLINED : UNDONE);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Not for you? | Amberkeep" }];

export default function DeclineRoute() {
  const { link, senderName, isSenderGone, isDeclined } = useLoaderData<typeof loader>();
  const cancel = { href: `/open/${link}`, label: "Back" };
  const sender = <span dir="auto">{senderName}</span>;
  return (
    <AnswerPage chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} choice="intent" />
      {isDeclined ? (
        <Confirm
          title="You said this isn’t for you"
          confirm={
            <Button name="intent" value="undo">
              It’s for me after all
            </Button>
          }
          cancel={cancel}
        >
          <p>We don’t write to you about it, and your account doesn’t show it. You can undo this here.</p>
          {!isSenderGone && <p>{sender} will see that you took it back.</p>}
        </Confirm>
      ) : (
        <Confirm
          title="Is this not for you?"
          confirm={
            <Button name="intent" value="decline">
              It’s not for me
            </Button>
          }
          cancel={cancel}
        >
          <p>
            You won’t hear from us about it again: no reminders, no answers, nothing else. If you have an account, it’s
            no longer shown there.
          </p>
          <p>
            {!isSenderGone && <>{sender} can see that you declined it. </>}Nothing is deleted: you can undo this with
            the same link, so please keep it.
          </p>
        </Confirm>
      )}
    </AnswerPage>
  );
}
