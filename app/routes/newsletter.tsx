import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestSubscription } from "~/domain/newsletter/subscribe.server";
import { subscribeSchema } from "~/domain/newsletter/subscribe-schema";
import { readForm } from "~/http/form.server";
import { ownPath } from "~/http/own-path.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { publicStyles } from "~/styles/sheets";
import { PageHead } from "~/ui/base/page-head";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { NewsletterForm } from "~/ui/newsletter/newsletter-form";
import { PostDrawing } from "~/ui/newsletter/post-drawing";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";
import { useLastResult } from "~/ui/shell/unsent-form";

const SUBSCRIBED = {
  title: "Thanks for Subscribing!",
  description: "Please open the link in the email we’ve just sent you. If you’re on the list already, you’re all set.",
};
const INVALID = {
  title: "Invalid Email",
  description: "Please enter a valid email address.",
  kind: "error" as const,
};

export const links = publicStyles;

export const handle = { isDescribed: true, hydrate: false, keepsFields: true };

/** `returnTo` of a refused form is kept by the form itself. */
export const loader = (_: LoaderFunctionArgs) => json({ path: "/newsletter" });

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, subscribeSchema);
  if (!form.ok) return form.response;
  const { email, returnTo } = form.value;
  const limit = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `newsletter:${email}` });
  if (limit) return form.refuse(limit);
  await requestSubscription(email);
  return redirectWithToast(ownPath(returnTo, "/newsletter"), SUBSCRIBED);
}

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Newsletter | Amberkeep",
    description: "A few letters a year about keeping memories. Confirmed by email, easy to stop.",
    path: "/newsletter",
  });

export default function NewsletterRoute() {
  const answer = useLastResult();
  const { path } = useLoaderData<typeof loader>();
  const chrome = useChrome();
  const error = answer?.error?.email?.join(" ");
  const { email, returnTo = path } = (answer?.initialValue ?? {}) as { email?: string; returnTo?: string };
  return (
    <Page chrome={error ? { ...chrome, toast: INVALID } : chrome} width="form">
      <PostDrawing />
      <PageHead title="The newsletter" lede="A few letters a year about keeping what matters, and what’s new here." />
      <RefusalNotice result={answer} />
      <section className="card">
        <NewsletterForm path={returnTo} typed={email} error={error} />
      </section>
    </Page>
  );
}
