import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirmGuestEmail } from "~/domain/board/guests.server";
import { isOpen } from "~/domain/vault/vault";
import { GUEST_HEADERS, rememberGuest, requireGuestLink } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { CsrfField } from "~/ui/base/csrf-field";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { BoardFrame } from "~/ui/board/board-frame";
import { Prints } from "~/ui/board/prints";
import { useChrome } from "~/ui/shell/chrome";

const CONFIRMED = { title: "Email confirmed", description: "We’ll write to you when the board opens." };
const CONFIRMED_LATE = { title: "Email confirmed", description: "The board is open: you can see it from here." };
const BACK = { title: "Welcome back", description: "This browser remembers you now." };

export const handle = { hydrate: false };

/** A guest's private link. Mail programs follow links, so confirming an address takes a click. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { guest, board, confirms } = await requireGuestLink(params.link);
  const email = confirms ? guest.email : null;
  const { title, state } = board;
  return json(
    { name: guest.name, title, email, isSealed: state === "sealed", isRevealed: isOpen(board) },
    { headers: GUEST_HEADERS },
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { guest, board, confirms } = await requireGuestLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  if (confirms) await confirmGuestEmail(guest);
  const headers = new Headers({ "Set-Cookie": await rememberGuest(request, guest) });
  const confirmed = isOpen(board) ? CONFIRMED_LATE : CONFIRMED;
  return redirectWithToast(`/guest/${guest.id}`, confirms ? confirmed : BACK, headers);
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Your link | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function GuestLinkRoute() {
  const { name, title, email, isSealed, isRevealed } = useLoaderData<typeof loader>();
  const now = isSealed
    ? "This board is sealed until its day."
    : isRevealed
      ? "The board is open now."
      : "Your pieces are waiting for you.";
  return (
    <BoardFrame chrome={useChrome()}>
      <Prints name={name} />
      <header className="party-head">
        <h1 dir="auto">{title}</h1>
        <p>
          {email ? (
            <>
              Is <bdi>{email}</bdi> your address, {name}?{" "}
              {isRevealed ? "The board is open now." : "We’ll write there when the board opens."}
            </>
          ) : (
            `Hello again, ${name}. ${now}`
          )}
        </p>
      </header>
      <RefusalNotice result={useActionData<typeof action>()} />
      <form method="post" className="stack">
        <CsrfField />
        <Button size="form">{email ? "Yes, that’s me" : isSealed ? "Go to my page" : "Go to my pieces"}</Button>
      </form>
    </BoardFrame>
  );
}
