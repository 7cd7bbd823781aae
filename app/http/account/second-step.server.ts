import { redirect } from "@remix-run/node";
import { secondStepSchema } from "~/domain/account/account-schema";
import { findSecondStep, takeSecondStep } from "~/domain/account/second-step.server";
import { noteSecurityEvent } from "~/domain/account/security-events.server";
import { secondStepCookie } from "~/http/cookies.server";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited, reachesLimit, resetTries, tooManyTries } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { deviceOfRequest, returnPath } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { knownBrowserOf } from "./known-browser.server";
import { signIn } from "./sign-in.server";

const WRONG = {
  app: "This code isn’t right. Codes change every 30 seconds, and each works once.",
  recovery: "This isn’t one of your recovery codes, or it was used before.",
};
const OVER = {
  title: "Please log in again",
  description: "The page was open for too long, the code was sent twice, or there were too many wrong codes.",
  kind: "error",
} as const;

/** `recovery` when the person has no app at hand. */
export const secondStepKindOf = (request: Request) =>
  new URL(request.url).searchParams.get("by") === "recovery" ? "recovery" : "app";

/** @throws a redirect to the login page when this browser has no login that waits for a code */
export async function requireSecondStep(request: Request): Promise<{ token: string; id: string; email: string }> {
  const token: unknown = await secondStepCookie.parse(request.headers.get("Cookie"));
  const account = typeof token === "string" && token ? await findSecondStep(token) : undefined;
  if (typeof token === "string" && account) return { token, ...account };
  throw await startAgain(request);
}

export async function enterCode(request: Request, context: RequestContext): Promise<Response> {
  const { token, ...account } = await requireSecondStep(request);
  const form = await readForm(request, secondStepSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const browser = await knownBrowserOf(request, account.email);
  const tries = `${account.id} second step ${browser ? `browser ${browser}` : `network ${context.clientIp}`}`;
  const refusal = await limitOf(account.id, tries, { isKnown: browser !== undefined, context });
  if (refusal) return form.refuse(refusal);
  const kind = secondStepKindOf(request);
  const device = deviceOfRequest(request);
  const taken = await takeSecondStep(token, { kind, code: form.value.code }, device);
  if (taken.ok) {
    await resetTries(tries);
    const response = await signIn(request, context, { ...account, passwordHash: taken.passwordHash });
    response.headers.append("Set-Cookie", await secondStepCookie.serialize("", { maxAge: 0 }));
    return response;
  }
  logSecurity(context, "second_step_refused", { account: account.id });
  if (!browser && (await reachesLimit("wrong_codes", account.id))) {
    await noteSecurityEvent(account.id, { kind: "wrong_codes", device });
  }
  return taken.reason === "over" ? startAgain(request) : form.refuse({ fields: { code: WRONG[kind] } });
}

/** A browser that has logged in before has tries of its own, as for passwords. */
async function limitOf(
  userId: string,
  tries: string,
  { isKnown, context }: { isKnown: boolean; context: RequestContext },
): Promise<FormRefusal | undefined> {
  const strangers = { second_step_ip: context.clientIp, second_step_account: userId };
  return (isKnown ? undefined : await rateLimited(strangers)) ?? tooManyTries(tries);
}

async function startAgain(request: Request): Promise<Response> {
  const to = new URLSearchParams({ mode: "login", redirectTo: returnPath(request) });
  const hadOne = Boolean(await secondStepCookie.parse(request.headers.get("Cookie")));
  if (!hadOne) return redirect(`/auth?${to}`, 303);
  const headers = new Headers({ "Set-Cookie": await secondStepCookie.serialize("", { maxAge: 0 }) });
  return redirectWithToast(`/auth?${to}`, OVER, headers);
}
