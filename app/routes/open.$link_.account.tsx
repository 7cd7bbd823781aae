import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { openAsAccount } from "~/domain/access/opening.server";
import { requireDelivery } from "~/http/access/opening-link.server";
import { redirectToLetter } from "~/http/access/opening-moment.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

const NOT_THEIRS = "It was sent to a different address from your account’s. Please ask for a code to open it.";

export const handle = { hydrate: false };

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/open/${params.link}`);

/** Opens a letter for the account with the recipient's verified email. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const opened = await openAsAccount(await context.viewer(), delivery);
  if (!opened) return form.refuse({ form: NOT_THEIRS });
  return redirectToLetter(params.link, opened);
}

export default function OpenWithAccountRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/open/${link}`} />
    </Page>
  );
}
