import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmByPasskey } from "~/http/account/confirm-password.server";
import { requireUser, returnPath } from "~/http/session.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context);
  const back = `/confirm-password?${new URLSearchParams({ redirectTo: returnPath(request) })}`;
  return context.isPost || context.isDataRequest ? json({ back }) : redirect(back);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return confirmByPasskey(user, request, context);
}

export const meta: MetaFunction = () => [{ title: "Confirm it’s you | Amberkeep" }];

export default function ConfirmPasskeyRoute() {
  const { back } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={back} />
    </Page>
  );
}
