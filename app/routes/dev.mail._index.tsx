import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { listMail } from "~/services/mail/mail-folder.server";
import { isMailConfigured } from "~/services/mail.server";
import { ownVaultStyles } from "~/styles/sheets";
import { EmptyState } from "~/ui/base/empty-state";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const links = ownVaultStyles;

export const meta: MetaFunction = () => [{ title: "Mail sent here · Amberkeep" }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireDevPages(request, !isMailConfigured);
  return json({ mails: await listMail() });
}

export default function DevMailListRoute() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()}>
      <PageHead
        title="Mail sent here"
        lede={
          <>
            No mail provider is set up, so mail stays on this machine. Newest first. There is also a page with{" "}
            <a href="/dev/mail/preview">every mail there is</a>.
          </>
        }
      />
      {mails.length === 0 && (
        <EmptyState title="No mail yet">
          <p>Sign up, or wait for a vault to fall due: what would be sent appears here.</p>
        </EmptyState>
      )}
      <ol className="record">
        {mails.map((mail) => (
          <li key={mail.id}>
            <time dateTime={mail.at}>{mail.at.slice(0, 19).replace("T", " ")} UTC</time>
            <p dir="auto">
              <a href={`/dev/mail/${encodeURIComponent(mail.id)}`}>{mail.subject || "(no subject)"}</a>
              <br />
              {mail.to}
            </p>
          </li>
        ))}
      </ol>
    </Page>
  );
}
