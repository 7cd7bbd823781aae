import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adoptGuest } from "~/domain/board/guests.server";
import { GUEST_HEADERS, requireGuest } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { BoardFrame } from "~/ui/board/board-frame";
import { useChrome } from "~/ui/shell/chrome";

const TAKEN = { title: "Kept with your account", description: "You’ll find the board there from now on." };

const ANOTHER_ACCOUNT = "You’re logged in with another account now. Please check the address below, and press again.";

export const handle = { hydrate: false };

/** Leads visitors to the sign-up, and back here. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { path, guest } = await requireGuest(request, context, params.guest);
  const user = await context.viewer();
  if (!user) return redirect(`/auth?${new URLSearchParams({ mode: "signup", redirectTo: `${path}/account` })}`);
  if (guest.userId) return redirect(path);
  return json({ path, email: user.email, account: user.id }, { headers: GUEST_HEADERS });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { guest, path } = await requireGuest(request, context, params.guest);
  const user = await requireUser(context);
  const form = await readForm(
    request,
    z.object({
      account: z
        .string({ error: "Please send this field once." })
        .max(40, "Please use at most 40 characters.")
        .default(""),
    }),
  );
  if (!form.ok) return form.response;
  if (form.value.account !== user.id) return form.refuse({ form: ANOTHER_ACCOUNT, status: 409 });
  return (await adoptGuest(guest, user)) ? redirectWithToast(path, TAKEN) : redirect(path, 303);
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Keep your pieces? | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function AccountRoute() {
  const { path, email, account } = useLoaderData<typeof loader>();
  return (
    <BoardFrame chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Keep your pieces with your account?"
        confirm={
          <>
            <input type="hidden" name="account" value={account} />
            <Button>Keep them with my account</Button>
          </>
        }
        cancel={{ href: path, label: "Not now" }}
      >
        <p>
          You can then change them or take them back wherever you’re logged in as <bdi>{email}</bdi>.
        </p>
      </Confirm>
    </BoardFrame>
  );
}
