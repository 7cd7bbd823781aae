import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useSearchParams } from "@remix-run/react";
import { signInByPasskey } from "~/http/account/passkey.server";
import { redirectTo } from "~/http/form-only.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/auth?mode=login");

export async function action({ request, context }: ActionFunctionArgs) {
  return signInByPasskey(request, context);
}

export const meta: MetaFunction = () => [{ title: "Log in | Amberkeep" }];

export default function PasskeyRoute() {
  const [query] = useSearchParams();
  const back = new URLSearchParams({ mode: "login", redirectTo: query.get("redirectTo") ?? "" });
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/auth?${back}`} />
    </Page>
  );
}
