import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { unblockSender } from "~/domain/delivery/unblock-sender.server";
import { blockSender } from "~/domain/recipients/block-sender.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { requireMailbox } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { readingStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { TellUs } from "~/ui/contact/tell-us";
import { AnswerPage } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const BLOCKED = { title: "Blocked", description: "You won’t get anything more from them there." };
const UNBLOCKED = { title: "No longer blocked", description: "You’ll get what they send you again." };

const intentSchema = z.object({ intent: z.enum(["block", "unblock"], { error: "Please choose again." }) });

export const handle = { hydrate: false };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const delivery = await requireMailbox(params.link, context);
  if (delivery.isToSender) throw redirect(`/open/${params.link}`);
  return json({
    link: params.link ?? "",
    reference: delivery.id,
    senderName: delivery.senderName,
    isSenderGone: delivery.isSenderGone,
    sentTo: shownContact(delivery),
    isBlocked: delivery.isBlocked,
  });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireMailbox(params.link, context);
  const form = await readForm(request, intentSchema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ opening_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const isBlocking = form.value.intent === "block";
  await (isBlocking ? blockSender : unblockSender)(delivery);
  return redirectWithToast(
    isBlocking ? `/open/${params.link}/block` : `/open/${params.link}`,
    isBlocking ? BLOCKED : UNBLOCKED,
  );
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Block this sender? | Amberkeep" }];

export default function BlockRoute() {
  const { link, reference, senderName, isSenderGone, sentTo, isBlocked } = useLoaderData<typeof loader>();
  const cancel = { href: `/open/${link}`, label: "Back" };
  const sender = <span dir="auto">{senderName}</span>;
  const here = (
    <>
      this {sentTo.kind} (<bdi>{sentTo.shown}</bdi>)
    </>
  );
  return (
    <AnswerPage chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} choice="intent" />
      {isBlocked ? (
        <Confirm
          title={`You blocked ${senderName}`}
          confirm={
            <Button name="intent" value="unblock">
              Unblock
            </Button>
          }
          cancel={cancel}
        >
          <p>
            Nothing that {sender} keeps for you is sent to {here}. You can undo this here.
          </p>
          <p>Then you’ll also get what came in the meantime.</p>
          <TellUs reference={reference} />
        </Confirm>
      ) : (
        <Confirm
          title={`Block ${senderName}?`}
          confirm={
            <Button variant="danger" name="intent" value="block">
              Block this sender
            </Button>
          }
          cancel={cancel}
        >
          <p>
            From now on, nothing that {sender} keeps for you will be sent to {here}.
          </p>
          <p>
            {!isSenderGone && <>If {sender} sends something, they’ll be told it wasn’t delivered. </>}You can undo this
            with the same link, so please keep it.
          </p>
          <TellUs reference={reference} />
        </Confirm>
      )}
    </AnswerPage>
  );
}
