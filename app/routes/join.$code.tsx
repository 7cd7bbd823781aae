import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { lastDayInWords, whyClosed } from "~/domain/board/board.server";
import { joinBoard } from "~/domain/board/join-board.server";
import { joinSchema } from "~/domain/board/join-schema";
import { countContributors } from "~/domain/board/pieces.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { GUEST_HEADERS, guestIn, rememberGuest, requireBoardInvitation } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { now } from "~/services/clock.server";
import { createId } from "~/services/id.server";
import { partyStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { ClosedBoard, JoinPage } from "~/ui/board/join-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const FULL = "This board has as many guests as it can take. Please tell the person who invited you.";

export const handle = { hydrate: false, keepsFields: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { code, board } = await requireBoardInvitation(params.code);
  if (params.code !== code) return redirect(`/join/${code}`);
  const isAnother = new URL(request.url).searchParams.has("another");
  const guest = isAnother || context.isPost ? undefined : await guestIn(request, context, board.id);
  if (guest) return redirect(`/guest/${guest.id}`, { headers: GUEST_HEADERS });
  const { title, hostName, welcome } = board;
  const closed = whyClosed(board, now());
  if (closed) return json({ as: "closed" as const, title, hostName, closed }, { headers: GUEST_HEADERS });
  const viewer = isAnother ? undefined : await context.viewer();
  return json(
    {
      as: "waiting" as const,
      title,
      hostName,
      welcome,
      path: `/join/${code}${isAnother ? "?another" : ""}`,
      opensOn: formatDate(board.deliveryDate),
      closesOn: lastDayInWords(board, now()),
      contributors: await countContributors(board.id),
      typed: { name: viewer?.name ?? "", formId: createId() },
    },
    { headers: GUEST_HEADERS },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { code } = await requireBoardInvitation(params.code);
  const form = await readForm(request, joinSchema);
  if (!form.ok) return form.response;
  const limit = await rateLimited({ join_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  const { name, formId = createId() } = form.value;
  const isAnother = new URL(request.url).searchParams.has("another");
  const user = isAnother ? undefined : await context.viewer();
  const result = await joinBoard(code, { name, formId, user });
  if (!result.ok && result.reason === "full") return form.refuse({ form: FULL, status: 409 });
  // Closed meanwhile: the page says why.
  if (!result.ok) return redirect(`/join/${code}`, 303);
  const headers = { "Set-Cookie": await rememberGuest(request, result.guest) };
  return redirect(`/guest/${result.guest.id}`, { status: 303, headers });
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory board"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function JoinRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <BoardFrame chrome={useChrome()}>
      {data.as === "closed" ? <ClosedBoard {...data} /> : <JoinPage {...data} lastResult={lastResult} />}
    </BoardFrame>
  );
}
