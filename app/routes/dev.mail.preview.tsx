import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { previewMails } from "~/domain/outbox/preview.server";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { threadStyles } from "~/styles/sheets";
import { Card } from "~/ui/base/card";
import { PageHead } from "~/ui/base/page-head";
import { Tabs } from "~/ui/base/tabs";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const links = threadStyles;

export const meta: MetaFunction = () => [{ title: "Every mail | Amberkeep" }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireDevPages(request, true);
  return json({ mails: previewMails().map(({ kind, subject, text }) => ({ kind, subject, text })) });
}

export default function DevMailPreviewRoute() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()}>
      <PageHead
        title="Every mail"
        lede="As it reads with an example of what it is about. Try it narrow, dark, and printed."
      />
      <Tabs
        label="On this page"
        tabs={mails.map(({ kind }) => ({ href: `#${kind}`, label: kind.replaceAll("_", " "), isCurrent: false }))}
      />
      {mails.map(({ kind, subject, text }) => (
        <section key={kind} id={kind}>
          <Card title={subject}>
            <iframe
              title={`${subject}, as HTML`}
              src={`/dev/mail/preview/${kind}`}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              loading="lazy"
              width="100%"
              height={760}
              frameBorder={0}
            />
            <details className="more">
              <summary>As text</summary>
              <div className="letter-text">{text}</div>
            </details>
          </Card>
        </section>
      ))}
    </Page>
  );
}
