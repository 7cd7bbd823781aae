import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { login } from "~/http/account/login.server";
import { newPassword } from "~/http/account/new-password.server";
import { reset } from "~/http/account/reset.server";
import { signup } from "~/http/account/signup.server";
import { returnPath } from "~/http/session.server";
import { LoginForm } from "~/ui/account/login-form";
import { NewPasswordForm, ResetForm } from "~/ui/account/password-reset";
import { SignupForm } from "~/ui/account/signup-form";
import { Card } from "~/ui/base/card";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const actions = { login, signup, reset, new_password: newPassword };
type Mode = keyof typeof actions;

/** The mailed reset link has `mode=reset` and the token for a new password. */
function modeOf(request: Request): Mode {
  const mode = new URL(request.url).searchParams.get("mode") ?? "login";
  return Object.hasOwn(actions, mode) ? (mode as Mode) : "login";
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const mode = modeOf(request);
  const isSignedIn = (await context.viewer()) !== undefined;
  if (isSignedIn && (mode === "login" || mode === "signup")) return redirect(returnPath(request));
  return json({ mode, redirectTo: new URL(request.url).searchParams.get("redirectTo") });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return actions[modeOf(request)](request, context);
}

const PAGES = {
  login: { title: "Log in", lede: "Your vaults are as you left them.", Form: LoginForm },
  signup: { title: "Sign up", lede: "Your first vault is free.", Form: SignupForm },
  reset: { title: "Reset your password", lede: "We send a link to your address.", Form: ResetForm },
  new_password: { title: "Set a new password", lede: "You will be signed in at once.", Form: NewPasswordForm },
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? PAGES[data.mode].title : "Log in"} | Amberkeep` },
  { name: "description", content: "Your way into Amberkeep: log in, or sign up for free." },
];

export default function AuthRoute() {
  const { mode, redirectTo } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  const { title, lede, Form } = PAGES[mode];
  return (
    <Page chrome={useChrome()} width="form">
      <PageHead title={title} lede={lede} />
      <Card>
        <Form key={mode} lastResult={lastResult} redirectTo={redirectTo} />
      </Card>
    </Page>
  );
}
