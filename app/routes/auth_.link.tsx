import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignInLink } from "~/domain/account/mail-link.server";
import { followSignInLink } from "~/http/account/sign-in-link.server";
import { readVisitor } from "~/http/csrf.server";
import { authHref } from "~/ui/account/form-props";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { EmptyState } from "~/ui/base/empty-state";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

/** GET changes nothing: mail scanners follow links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const email = await findSignInLink(query.get("token") ?? "", await readVisitor(request));
  return json({ email: email ?? null, newLink: authHref("link", query.get("redirectTo")) });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return followSignInLink(request, context);
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Log in | Amberkeep" }];

export default function SignInLinkRoute() {
  const { email, newLink } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={result} />
      {email ? (
        <Confirm title="Log in?" confirm={<Button>Log in</Button>} cancel={{ href: "/?home", label: "Not now" }}>
          <p>
            This link logs you in as <strong dir="auto">{email}</strong>, in this browser.
          </p>
        </Confirm>
      ) : (
        <EmptyState
          title="This link no longer works"
          headingLevel="h1"
          action={{ href: newLink, label: "Get a new link" }}
        >
          Links to log in work once, and for 10 minutes.
        </EmptyState>
      )}
    </Page>
  );
}
