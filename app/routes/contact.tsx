import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { receiveContactMessage } from "~/domain/help/contact-message.server";
import { contactFormSchema } from "~/domain/help/contact-schema";
import { env } from "~/env.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { ContactPage } from "~/ui/contact/contact-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";
import { useLastResult } from "~/ui/shell/unsent-form";

const SENT = { title: "Message sent", description: "Thank you. It has reached the people who run this site." };

export const handle = { isDescribed: true, hydrate: false, keepsFields: true };

/** `reference` comes from an error page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await context.viewer();
  const reference = new URL(request.url).searchParams
    .get("reference")
    ?.replace(/[^\w-]/g, "")
    .slice(0, 60);
  const message = reference ? `The page showed the reference ${reference}.\n\n` : "";
  return json({
    contact: env.CONTACT_EMAIL ?? null,
    typed: { name: viewer?.name ?? "", email: viewer?.email ?? "", message },
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, contactFormSchema);
  if (!form.ok) return form.response;
  const limit = await rateLimited({ contact_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  receiveContactMessage(context.requestId, form.value);
  return redirectWithToast("/contact", SENT);
}

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Contact | Amberkeep",
    description: "Write to the people who run this Amberkeep.",
    path: "/contact",
  });

export default function ContactRoute() {
  const answer = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <ContactPage {...useLoaderData<typeof loader>()} lastResult={answer} />
    </Page>
  );
}
