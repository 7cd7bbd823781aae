import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { correctGuest, GUESTS_AT_MOST, joinBoard } from "~/domain/board/guests.server";
import { joinSchema } from "~/domain/board/join-schema";
import { guestIn, NOT_FOR_SEARCH, rememberGuest, requireBoardInvitation } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { createId } from "~/services/id.server";
import { JoinPage, OpenedBoard } from "~/ui/board/join-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const FULL = `${GUESTS_AT_MOST} guests are on this list already, and there is room for no more. Please tell whoever invited you.`;
const CORRECTED = { title: "Saved", description: "The list says now what you wrote." };

export const handle = { hydrate: false };

/** A board as guests see it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { code, board } = await requireBoardInvitation(params.code);
  if (params.code !== code) return redirect(`/join/${code}`);
  const { title, hostName, isOpened } = board;
  if (isOpened) return json({ as: "opened" as const, title, hostName }, { headers: NOT_FOR_SEARCH });
  const isAnother = new URL(request.url).searchParams.has("another");
  const guest = isAnother ? undefined : await guestIn(request, board.id);
  const viewer = guest || isAnother ? undefined : await context.viewer();
  return json(
    {
      as: "waiting" as const,
      title,
      hostName,
      path: `/join/${code}`,
      guest: guest ? { name: guest.name, email: guest.email ?? "" } : null,
      typed: { name: viewer?.name ?? "", email: viewer?.email ?? "", formId: createId() },
    },
    { headers: NOT_FOR_SEARCH },
  );
}

/** Adds a guest, or updates the one who joined with this browser. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { code, board } = await requireBoardInvitation(params.code);
  const form = await readForm(request, joinSchema);
  if (!form.ok) return form.response;
  const limit = await tooOften({ join_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  const { name, email, formId } = form.value;
  const typed = { name, email: email || null };
  const before = formId === undefined ? await guestIn(request, board.id) : undefined;
  const result = before
    ? await correctGuest(code, before.id, typed)
    : await joinBoard(code, { ...typed, formId: formId ?? createId() });
  if (!result.ok && result.reason === "full") return form.refuse({ form: FULL, status: 409 });
  // Removed, left or opened in the meantime: the page says which.
  if (!result.ok) return redirect(`/join/${code}`, 303);
  const headers = new Headers({ "Set-Cookie": await rememberGuest(request, result.guest, before) });
  if (before) return redirectWithToast(`/join/${code}`, CORRECTED, headers);
  return redirect(`/join/${code}`, { status: 303, headers });
}

export const headers = () => NOT_FOR_SEARCH;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory board"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function JoinRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  return (
    <Page chrome={useChrome()} width="form">
      {data.as === "opened" ? <OpenedBoard {...data} /> : <JoinPage {...data} lastResult={lastResult} />}
    </Page>
  );
}
