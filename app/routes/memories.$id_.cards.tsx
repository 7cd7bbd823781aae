import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/domain/calendar/delivery-date";
import { isDeliverable } from "~/domain/vault/vault";
import { requireHost } from "~/http/board/host.server";
import { inviteUrlOf } from "~/http/board/invite.server";
import { cardsStyles } from "~/styles/sheets";
import { CardsPage } from "~/ui/board/cards-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { board } = await requireHost(context, params.id);
  const url = await inviteUrlOf(board);
  const back = `/memories/${board.id}/invite`;
  if (!url) return redirect(isDeliverable(board) ? back : `/memories/${board.id}`);
  return json({ title: board.title, url, opensOn: formatDate(board.deliveryDate), back });
}

export const links = cardsStyles;

export const meta: MetaFunction = () => [{ title: "Table cards | Amberkeep" }];

export default function CardsRoute() {
  return (
    <Page chrome={useChrome()}>
      <CardsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
