import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { renameGuest } from "~/domain/board/guests.server";
import { guestNameSchema } from "~/domain/board/join-schema";
import { GUEST_HEADERS, requireGuest } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { NamePage } from "~/ui/board/name-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const SAVED = { title: "Saved", description: "Your pieces have your new name." };

const IN_REVIEW = { title: "Saved", description: "Your host will look at your pieces again, with your new name." };
const TOO_LATE = "This board takes no more changes, so your name stays as it is.";

export const handle = { hydrate: false, keepsFields: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { guest, path } = await requireGuest(request, context, params.guest);
  return json({ path, name: guest.name }, { headers: GUEST_HEADERS });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { guest, path } = await requireGuest(request, context, params.guest);
  const form = await readForm(request, guestNameSchema);
  if (!form.ok) return form.response;
  const renamed = await renameGuest(guest, form.value.name);
  if (!renamed.ok) return form.refuse({ form: TOO_LATE, status: 409 });
  return redirectWithToast(path, renamed.needsApproval ? IN_REVIEW : SAVED);
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Your name | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function NameRoute() {
  const { path, name } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <BoardFrame chrome={useChrome()} back={{ href: path, label: "Back" }}>
      <NamePage action={`${path}/name`} name={name} lastResult={lastResult} />
    </BoardFrame>
  );
}
