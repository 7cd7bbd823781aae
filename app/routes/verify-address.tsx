import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { verifyEmail } from "~/domain/account/account.server";
import { findLink } from "~/domain/account/account-links.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { listVaults } from "~/domain/overview/list-vaults.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { tokenOf } from "~/http/settings/email.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { EmptyState } from "~/ui/base/empty-state";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { addressLine, titleOf } from "~/ui/vault/vault-card-data";

const NEEDS_VERIFICATION = {
  title: "Account needs verification",
  description: "Log in to confirm your address.",
  kind: "error",
} as const;

const LINK_IS_OVER = "This link has expired or was used before.";

/** Vaults on the page. */
const LISTED = 5;

/** GET verifies nothing: mail scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, NEEDS_VERIFICATION);
  const [link, { vaults }] = await Promise.all([
    findLink("verify_address", tokenOf(request)),
    listVaults(user, "pending"),
  ]);
  const waiting = vaults.map((vault) => ({
    href: `/memories/${vault.id}`,
    title: titleOf(vault),
    address: [addressLine(vault), vault.deliveryDate && formatDate(vault.deliveryDate)].filter(Boolean).join(", "),
  }));
  return json({
    email: user.email,
    isValid: link?.userId === user.id,
    waiting: waiting.slice(0, LISTED),
    hasMore: waiting.length > LISTED,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const verified = await verifyEmail(user, tokenOf(request));
  if (!verified.ok) return form.refuse({ form: LINK_IS_OVER });
  return redirectWithToast("/dashboard", {
    title: "Address confirmed",
    description: "Your letters can be delivered now.",
  });
}

export const meta: MetaFunction = () => [{ title: "Confirm your address | Amberkeep" }];

export default function VerifyAddressRoute() {
  const { email, isValid, waiting, hasMore } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      {isValid ? (
        <Confirm
          title="Is this your address?"
          confirm={<Button>Yes, confirm it</Button>}
          cancel={{ href: "/?home", label: "Not now" }}
        >
          <p>
            <strong>{email}</strong>
          </p>
          <p>We deliver your letters once we know it’s yours.</p>
          {waiting.length > 0 && (
            <>
              <p id="waiting">This is what we’ll deliver in your name:</p>
              <ul className="rows" aria-labelledby="waiting">
                {waiting.map(({ href, title, address }) => (
                  <li key={href}>
                    <a className="row-link" href={href}>
                      <span dir="auto">
                        {title}
                        <br />
                        <span className="small">{address}</span>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
              <p className="small soft">
                {hasMore && "The rest is on your dashboard. "}
                Not yours? Open it and cancel it before you confirm.
              </p>
            </>
          )}
        </Confirm>
      ) : (
        <EmptyState
          title="This link no longer works"
          headingLevel="h1"
          action={{ href: "/dashboard", label: "Go to your dashboard" }}
        >
          {`${LINK_IS_OVER} If your address isn’t confirmed yet, you can get a new link on your dashboard.`}
        </EmptyState>
      )}
    </Page>
  );
}
