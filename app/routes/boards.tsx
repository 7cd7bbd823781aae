import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listJoinedBoards } from "~/domain/board/joined-boards.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { isOpen } from "~/domain/vault/vault";
import { hostPath } from "~/http/board/host.server";
import { pageNumberOf } from "~/http/board/page-number";
import { requireUser } from "~/http/session.server";
import { JoinedBoards } from "~/ui/board/joined-boards";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const { boards, page, pages } = await listJoinedBoards(user, pageNumberOf(new URL(request.url).searchParams));
  return json({
    isFirstPage: page === 1,
    next: page < pages ? `/boards?page=${page + 1}` : null,
    boards: boards.map(({ guestId, ...board }) => ({
      href: guestId === null ? hostPath(board) : `/guest/${guestId}`,
      title: board.title,
      hostName: board.hostName,
      isCoHost: guestId === null,
      when: `${isOpen(board) ? "Opened on" : "Opens on"} ${formatDate(board.deliveryDate)}`,
    })),
  });
}

export const meta: MetaFunction = () => [{ title: "Shared boards | Amberkeep" }];

export default function BoardsRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <JoinedBoards {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
