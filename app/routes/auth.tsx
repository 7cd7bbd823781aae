import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isLinkValid } from "~/domain/account/account-links.server";
import { login } from "~/http/account/login.server";
import { newPassword } from "~/http/account/new-password.server";
import { reset } from "~/http/account/reset.server";
import { mailSignInLink } from "~/http/account/sign-in-link.server";
import { signup } from "~/http/account/signup.server";
import { returnPath } from "~/http/session.server";
import { isSmsConfigured } from "~/services/sms.server";
import { authHref } from "~/ui/account/form-props";
import { LinkForm } from "~/ui/account/link-form";
import { LoginForm } from "~/ui/account/login-form";
import { NewPasswordForm, ResetForm } from "~/ui/account/password-reset";
import { SignupForm } from "~/ui/account/signup-form";
import { Card } from "~/ui/base/card";
import { EmptyState } from "~/ui/base/empty-state";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const actions = { login, signup, reset, link: mailSignInLink, new_password: newPassword };
type Mode = keyof typeof actions;

/** The mailed reset link has `mode=reset` with its token, which leads to the form for a new password. */
function modeOf(request: Request): Mode {
  const query = new URL(request.url).searchParams;
  const mode = query.get("mode") ?? "login";
  if (mode === "reset" && query.has("token")) return "new_password";
  return Object.hasOwn(actions, mode) ? (mode as Mode) : "login";
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const mode = modeOf(request);
  const isSignedIn = (await context.viewer()) !== undefined;
  if (isSignedIn && (mode === "login" || mode === "signup")) return redirect(returnPath(request));
  // Checked before anyone types. A refused form stays, with its reason.
  const isDead =
    mode === "new_password" && !context.isPost && !(await isLinkValid("password_reset", query.get("token") ?? ""));
  return json({ mode, isDead, redirectTo: query.get("redirectTo"), hasSms: isSmsConfigured() });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return actions[modeOf(request)](request, context);
}

const PAGES = {
  login: { title: "Log in", lede: "Your vaults are as you left them.", Form: LoginForm },
  signup: { title: "Sign up", lede: "Your first vault is free.", Form: SignupForm },
  reset: { title: "Reset your password", lede: "We’ll email you a link for a new one.", Form: ResetForm },
  link: {
    title: "Log in by email",
    lede: "We’ll email you a link that logs you in. No password needed.",
    Form: LinkForm,
  },
  new_password: {
    title: "Set a new password",
    lede: "You’ll be logged in here, and logged out everywhere else.",
    Form: NewPasswordForm,
  },
};

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const handle = { isDescribed: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? PAGES[data.mode].title : "Log in"} | Amberkeep` },
  { name: "description", content: "Your way into Amberkeep: log in, or sign up for free." },
];

export default function AuthRoute() {
  const { mode, isDead, redirectTo, hasSms } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  const { title, lede, Form } = PAGES[mode];
  const chrome = useChrome();
  if (isDead) return <DeadLink chrome={chrome} redirectTo={redirectTo} />;
  return (
    <Page chrome={chrome} width="form">
      <PageHead title={title} lede={lede} />
      <Card>
        <Form key={mode} lastResult={lastResult} redirectTo={redirectTo} hasSms={hasSms} />
      </Card>
    </Page>
  );
}

function DeadLink({ chrome, redirectTo }: { chrome: ReturnType<typeof useChrome>; redirectTo: string | null }) {
  return (
    <Page chrome={chrome} width="form">
      <EmptyState
        title="This link no longer works"
        headingLevel="h1"
        action={{ href: authHref("reset", redirectTo), label: "Get a new link" }}
      >
        Links for a new password work once, and for an hour. If you’ve set one with it, please log in with that.
      </EmptyState>
    </Page>
  );
}
