import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { lastDayInWords, whyClosed } from "~/domain/board/board.server";
import { privateLink } from "~/domain/board/guest-link.server";
import { type GuestEmailResult, setGuestEmail } from "~/domain/board/guests.server";
import { findCodeOfGuest } from "~/domain/board/invitation.server";
import { guestEmailSchema } from "~/domain/board/join-schema";
import { listPieces } from "~/domain/board/pieces.server";
import { canSeeWall } from "~/domain/board/wall.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { GUEST_HEADERS, requireGuest } from "~/http/board/joined.server";
import { pieceData } from "~/http/board/piece-data.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { partyStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { GuestPage } from "~/ui/board/guest-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const TOASTS: Record<Exclude<GuestEmailResult, "host_unverified">, { title: string; description: string }> = {
  mailed: { title: "Check your email", description: "Open the link in it, and we’ll write when the board opens." },
  confirmed_before: { title: "Already confirmed", description: "We’ll write there when the board opens." },
  removed: { title: "Email removed", description: "We won’t email you." },
  revealed: { title: "The board is open", description: "You can see it from here, so we didn’t write to you." },
};
const NO_MAILS =
  "Your host hasn’t confirmed their own email yet, so we can’t write to you. Please tell them, and try again later.";

export const handle = { hydrate: false, keepsFields: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { guest, board, path } = await requireGuest(request, context, params.guest);
  const viewer = await context.viewer();
  // A sealed board shows nothing before its day, not even the guest's own pieces.
  const pieces = board.state === "sealed" ? [] : await listPieces(board.id, { guestId: guest.id }, { order: "newest" });
  const closed = whyClosed(board, now());
  const code = closed ? undefined : await findCodeOfGuest(guest.id);
  return json(
    {
      name: guest.name,
      title: board.title,
      hostName: board.hostName,
      welcome: board.welcome,
      path,
      opensOn: formatDate(board.deliveryDate),
      closesOn: lastDayInWords(board, now()),
      closed,
      needsApproval: board.settings.needsApproval,
      canSeeWall: canSeeWall(board),
      pieces: pieces.map((piece) => pieceData(piece, board.zone)),
      email: { address: guest.email ?? "", isConfirmed: guest.isEmailConfirmed },
      privateLink: privateLink(guest.id),
      joinAnother: code ? `/join/${code}?another` : null,
      account: guest.userId ? ("taken" as const) : viewer ? ("take" as const) : ("offer" as const),
    },
    { headers: GUEST_HEADERS },
  );
}

/** Saves an email, which is confirmed by the link that is mailed to it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { guest, board, path } = await requireGuest(request, context, params.guest);
  const form = await readForm(request, guestEmailSchema);
  if (!form.ok) return form.response;
  const { email } = form.value;
  const keys = { party_mail_ip: context.clientIp, mail_guest: guest.id, mail_recipient: `guest:${email}` } as const;
  const limit = email && (await rateLimited({ ...keys, guest_mail_host: board.hostId }));
  if (limit) return form.refuse(limit);
  const result = await setGuestEmail(guest, board, email);
  if (result === "host_unverified") return form.refuse({ fields: { email: NO_MAILS }, status: 409 });
  return redirectWithToast(path, TOASTS[result]);
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory board"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function GuestRoute() {
  const lastResult = useLastResult();
  return (
    <BoardFrame chrome={useChrome()}>
      <GuestPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </BoardFrame>
  );
}
