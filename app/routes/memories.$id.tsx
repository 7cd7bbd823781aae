import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { recordReading } from "~/domain/access/record-reading.server";
import { noteOfSeal } from "~/domain/access/seal-note.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { presentContact } from "~/domain/access/viewers-delivery.server";
import { addressActionsOf } from "~/domain/address-health/addresses.server";
import { listTroubled } from "~/domain/address-health/other-addresses.server";
import { formatInstant } from "~/domain/calendar/delivery-date";
import { addressesToCheck } from "~/domain/delivery/addresses-to-check.server";
import { unusablePhoneOf } from "~/domain/delivery/try-sms.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { linkTo } from "~/domain/recipients/opening-link.server";
import { fingerprintOfText } from "~/domain/seal/certificate";
import { describeEvent, eventTone, unreachedIn } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import { readingOf } from "~/http/access/reading.server";
import { shareHrefOf } from "~/http/access/vault-access.server";
import { piecesOf } from "~/http/board/pieces-card.server";
import { thanksHrefOf } from "~/http/board/thanks.server";
import { pageData } from "~/http/page-data.server";
import { conversationBelow } from "~/http/reply/conversation.server";
import { requireUser } from "~/http/session.server";
import { now } from "~/services/clock.server";
import { boardStyles, vaultStyles } from "~/styles/sheets";
import { LiveToast } from "~/ui/frame/live-toast";
import { LetterPage, Page } from "~/ui/frame/page";
import { ReadingPage } from "~/ui/reading/reading-page";
import { ReadingFoot } from "~/ui/reply/reading-foot";
import { useChrome } from "~/ui/shell/chrome";
import { useLive, useSteadyChrome } from "~/ui/shell/live";
import { VaultDetails } from "~/ui/vault/vault-details";
import { vaultDetails } from "~/ui/vault/vault-details-data";

/** A board has some lines for each of hundreds of people. The file has all of them. */
const RECORD_SHOWN = 200;

/** Redirects to the dashboard for unknown and foreign ids alike. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const at = now();
  const viewed = await viewVault({ user }, params.id ?? "", at, { withPosts: false });
  if (!viewed || !(await recordReading(viewed, at))) return redirect("/dashboard");
  if (viewed.view.as !== "owner") {
    // That page first warns the recipient that the sender will see the opening.
    if (viewed.delivery && !viewed.seesContent) return redirect(`/open/${linkTo(viewed.delivery)}`);
    const { vault, delivery } = viewed;
    const isBlocked =
      delivery !== null && (await isSenderBlocked({ ...presentContact(delivery), senderId: vault.userId }));
    const access = { viewed, path: `/memories/${viewed.vault.id}`, zone: user.timeZone };
    return pageData({
      as: "reader" as const,
      reading: await readingOf(
        viewed,
        { now: at, isSignedIn: true, isBlocked, query: new URL(request.url).searchParams },
        await noteOfSeal(viewed),
      ),
      conversation: await conversationBelow(access),
      shareHref: shareHrefOf(access),
      thanksHref: thanksHrefOf(access),
    });
  }
  const [events, addressActions, troubled] = await Promise.all([
    listEvents(viewed.vault.id),
    addressActionsOf(user, viewed.vault),
    listTroubled(viewed.vault),
  ]);
  return pageData({
    as: "owner" as const,
    details: vaultDetails(viewed, addressActions, user.timeZone, at),
    pieces: await piecesOf(viewed),
    fingerprint: viewed.manifest && (await fingerprintOfText(viewed.manifest)),
    unusablePhone: unusablePhoneOf(viewed.vault),
    unreached: unreachedIn(events),
    troubled,
    addressesToCheck: addressesToCheck(viewed.vault, events),
    record: events.slice(-RECORD_SHOWN).map((event) => ({
      at: formatInstant(event.at, user.timeZone),
      dateTime: event.at.toISOString(),
      text: describeEvent(event),
      tone: eventTone(event.kind),
    })),
    earlier: Math.max(0, events.length - RECORD_SHOWN),
  });
}

/** Readers need no React. */
export const handle = { hydrate: (data: { as: string } | undefined) => data?.as !== "reader", hasScript: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const title = data && (data.as === "owner" ? data.details.title : data.reading.title);
  const wall = data?.as === "reader" ? data.reading.wall : null;
  const sheets = data ? vaultStyles(data.as) : [];
  return [{ title: `${title ?? "A memory"} | Amberkeep` }, ...sheets, ...boardStyles(wall)];
};

export default function VaultRoute() {
  const data = useLoaderData<typeof loader>();
  return data.as === "reader" ? <Received {...data} /> : <Owned {...data} />;
}

type Data<As extends "reader" | "owner"> = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { as: As }>;

function Received({ reading, ...foot }: Data<"reader">) {
  return (
    <LetterPage chrome={useChrome()}>
      <ReadingPage {...reading} thanksHref={foot.thanksHref}>
        <ReadingFoot {...foot} />
      </ReadingPage>
    </LetterPage>
  );
}

function Owned({ details, ...data }: Data<"owner">) {
  const isJustSealed = useLocation().search === "?sealed";
  return (
    <Page chrome={useSteadyChrome()}>
      <VaultDetails
        {...details}
        pieces={data.pieces}
        fingerprint={data.fingerprint}
        record={data.record}
        earlier={data.earlier}
        unusablePhone={data.unusablePhone}
        unreached={data.unreached}
        troubled={data.troubled}
        addressesToCheck={data.addressesToCheck}
        isJustSealed={isJustSealed}
      />
      <LiveToast happened={useLive()} />
    </Page>
  );
}
