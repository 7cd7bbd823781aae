import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasOpeningCode, redeemOpeningCode } from "~/domain/access/opening.server";
import { recordReading } from "~/domain/access/record-reading.server";
import { noteOfSeal } from "~/domain/access/seal-note.server";
import type { User } from "~/domain/account/account";
import { agoInWords, dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { openingCodeSchema } from "~/domain/codes/one-time-code";
import { type DeliveryByLink, isAddressee } from "~/domain/recipients/delivery-by-link.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { CODE_REFUSALS } from "~/http/access/code-refusals";
import { isCodeSent } from "~/http/access/code-sent.server";
import { requireDelivery, withPresentContact } from "~/http/access/opening-link.server";
import { redirectToLetter, unfoldOnce } from "~/http/access/opening-moment.server";
import { readingOf, type Source } from "~/http/access/reading.server";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { accessByLink, shareHrefOf } from "~/http/access/vault-access.server";
import { thanksHrefOf } from "~/http/board/thanks.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { conversationBelow } from "~/http/reply/conversation.server";
import { now } from "~/services/clock.server";
import { boardStyles, openingStyles, readingStyles } from "~/styles/sheets";
import { ClosedPage, LetterPage } from "~/ui/frame/page";
import { OpeningMoment } from "~/ui/reading/opening-moment";
import { asksForCode, OpeningPage } from "~/ui/reading/opening-page";
import { ReadingPage } from "~/ui/reading/reading-page";
import { ReadingFoot } from "~/ui/reply/reading-foot";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export const handle = { hydrate: false, hasScript: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const delivery = await requireDelivery(params.link, request);
  const user = await context.viewer();
  const reached = await withPresentContact(delivery, user);
  const access = await accessByLink(context, delivery, params.link, { withPosts: false });
  if (access && (await recordReading(access.viewed))) {
    const { viewed, path } = access;
    const query = new URL(request.url).searchParams;
    const reader = {
      now: now(),
      isSignedIn: user !== undefined,
      isBlocked: reached.isBlocked,
      source: sourceOf(delivery, user),
      path,
      query,
    };
    const { isUnfolding, headers } = await unfoldOnce(request, params.link);
    const body = {
      reading: await readingOf(viewed, reader, await noteOfSeal(viewed)),
      conversation: delivery.isToSender ? null : await conversationBelow(access),
      shareHref: shareHrefOf(access),
      thanksHref: thanksHrefOf(access),
      closeHref: user ? null : `${path}/close`,
      moment: isUnfolding
        ? { name: delivery.recipientName, writtenOn: dateIn(delivery.zone, delivery.writtenAt) }
        : null,
      challenge: null,
    };
    return json(body, { headers });
  }
  // Readers with a claim card have no mailbox for a code.
  if (!delivery.recipientEmail) throw redirect("/claim");
  const { senderName, isSenderGone, recipientName, isToSender, ownKind, remindAt, zone } = delivery;
  const writtenOn = dateIn(zone, delivery.writtenAt);
  const challenge = {
    link: params.link ?? "",
    senderName,
    isSenderGone,
    recipientName,
    isToSender,
    ownKind,
    writtenOn,
    writtenInWords: `${agoInWords(writtenOn, zone, now())}, on ${formatDate(writtenOn)}`,
    sentTo: shownContact(delivery).shown,
    isBySms: delivery.phone !== null,
    isTheirAccount: isAddressee(user, delivery),
    isCodeSent: await isCodeSent(request, (browser) => hasOpeningCode(delivery, browser)),
    isDeclined: delivery.declinedAt !== null,
    isBlocked: reached.isBlocked,
    remindOn: remindAt && formatDate(dateIn(zone, remindAt)),
  };
  return json({ reading: null, challenge });
}

function sourceOf(delivery: DeliveryByLink, user: User | undefined): Source {
  return delivery.phone && !isAddressee(user, delivery) ? "text" : "mail";
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link, request);
  const form = await readForm(request, openingCodeSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const visitor = await visitorOf(request);
  const refusal = await rateLimited({ opening_ip: context.clientIp, opening_visitor: `${delivery.id} ${visitor}` });
  if (refusal) return form.refuse(refusal);
  // The code was used in this browser, which shows the letter.
  if (delivery.openedWith === "code" && !(await hasOpeningCode(delivery, visitor)))
    return redirect(`/open/${params.link}`, 303);
  const opened = await redeemOpeningCode(delivery, visitor, form.value.code);
  if (!opened.ok) {
    const { reason } = opened;
    if (reason === "link_replaced") return redirect(`/open/${params.link}/replaced`, 303);
    const refused = reason === "wrong" && delivery.phone ? "wrong_by_sms" : reason;
    return form.refuse({ fields: { code: CODE_REFUSALS[refused] } });
  }
  return redirectToLetter(params.link, opened, await rememberReading(request, opened.token));
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const closed = data?.challenge && asksForCode(data.challenge) ? "Enter your code" : "Something was kept for you";
  return [
    { title: `${data?.reading?.title ?? closed} | Amberkeep` },
    ...boardStyles(data?.reading?.wall),
    ...openingStyles(data),
  ];
};

export default function OpenRoute() {
  const data = useLoaderData<typeof loader>();
  const chrome = useChrome();
  const lastResult = useLastResult();
  if (data.reading) {
    return (
      <LetterPage chrome={chrome}>
        {data.moment && <OpeningMoment {...data.moment} title={data.reading.title} />}
        <ReadingPage {...data.reading} thanksHref={data.thanksHref} closeHref={data.closeHref}>
          <ReadingFoot {...data} />
        </ReadingPage>
      </LetterPage>
    );
  }
  return (
    <ClosedPage chrome={chrome}>
      <OpeningPage {...data.challenge} lastResult={lastResult} />
    </ClosedPage>
  );
}
