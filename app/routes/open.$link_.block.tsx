import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { unblockSender } from "~/domain/delivery/unblock-sender.server";
import { type StoppableMail, stopUrlOf } from "~/domain/outbox/stop-link.server";
import { block, blockSender } from "~/domain/recipients/block-sender.server";
import { findMailedAddress } from "~/domain/recipients/mailed-address.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { requireDeliveryOrReplaced, requireMailbox } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { readOneClick } from "~/http/one-click.server";
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

/** Null for the page that answers a mail program, which must get no redirect (RFC 8058, section 3.1). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const delivery = await requireMailbox(params.link, context).catch(async (refused: unknown) => {
    if (context.isPost && refused instanceof Response) return null;
    throw redirect(stopUrlOf(await mailedTo(params.link, refused)));
  });
  if (!delivery) return json(null);
  if (delivery.isToSender) return context.isPost ? json(null) : redirect(`/open/${params.link}`);
  return json({
    link: params.link ?? "",
    reference: delivery.id,
    senderName: delivery.senderName,
    isSenderGone: delivery.isSenderGone,
    sentTo: shownContact(delivery),
    isBlocked: delivery.isBlocked,
  });
}

/** Where the mail with this link went, if not to the present address. @throws `refused` for any other link */
async function mailedTo(link: string | undefined, refused: unknown): Promise<StoppableMail> {
  const mailed =
    refused instanceof Response && refused.status === 404 ? await findMailedAddress(link ?? "") : undefined;
  if (!mailed) throw refused;
  return mailed;
}

/**
 * Also called by mail programs (RFC 8058), which send no cookie and follow no redirect: theirs may be the link of an
 * earlier mail, which was replaced, or which went to an earlier address.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if ((await readOneClick(request.clone()))?.isMailProgram) {
    const delivery = await requireDeliveryOrReplaced(params.link).catch(async (refused: unknown) => {
      const { senderId, email } = await mailedTo(params.link, refused);
      await block({ senderId, recipient: email });
    });
    if (delivery?.recipientEmail) await blockSender(delivery);
    return json(null);
  }
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
  const asked = useLoaderData<typeof loader>();
  return asked && <BlockPage {...asked} />;
}

type Asked = NonNullable<SerializeFrom<typeof loader>>;

function BlockPage({ link, reference, senderName, isSenderGone, sentTo, isBlocked }: Asked) {
  const cancel = { href: `/open/${link}`, label: "Back" };
  const sender = <span dir="auto">{senderName}</span>;
  const here = (
    <>
      this {sentTo.kind} (<bdi>{sentTo.shown}</bdi>)
    </>
  );
  return (
    <AnswerPage chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} />
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
