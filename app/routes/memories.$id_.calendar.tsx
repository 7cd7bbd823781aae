import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewVault } from "~/domain/access/view-vault.server";
import { calendarOf } from "~/domain/vault/vault-calendar.server";
import { calendarAnswer } from "~/http/calendar/calendar-answer.server";
import { requireUser } from "~/http/session.server";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const viewed = await viewVault({ user }, params.id ?? "", undefined, { withPosts: false });
  const calendar = viewed?.view.as === "owner" && calendarOf(viewed.vault);
  if (!calendar) throw new Response(null, { status: 404 });
  return calendarAnswer(calendar);
}
