import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { readMail } from "~/services/mail/mail-folder.server";
import { isMailConfigured } from "~/services/mail.server";
import { threadStyles } from "~/styles/sheets";
import { Card } from "~/ui/base/card";
import { Facts } from "~/ui/base/facts";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const links = threadStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.mail.subject || "Mail"} · Amberkeep` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  requireDevPages(request, !isMailConfigured);
  const mail = await readMail(params.id ?? "");
  if (!mail) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  return json({ mail });
}

export default function DevMailRoute() {
  const { mail } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()}>
      <PageHead title={mail.subject} kicker={`To ${mail.to}`} back={{ href: "/dev/mail", label: "All mail" }} />
      <Card title="As text">
        <div className="letter-text">
          <LinkedText text={mail.text} />
        </div>
      </Card>
      {mail.html && (
        <Card title="As HTML">
          <iframe
            title="The mail as HTML"
            src={`/dev/mail/${encodeURIComponent(mail.id)}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            width="100%"
            height={900}
            frameBorder={0}
          />
        </Card>
      )}
      <Card title="Headers">
        <Facts items={mail.headers.map((header) => ({ label: header.name, value: header.value }))} />
      </Card>
    </Page>
  );
}

/** Turns URLs into links. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
