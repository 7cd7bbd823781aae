import { z } from "zod";
import type { User } from "~/domain/account/account";
import { email } from "~/domain/account/account-schema";
import { confirmEmailChange, requestEmailChange, restoreEmail } from "~/domain/account/email-change.server";
import { rememberBrowser } from "~/http/account/known-browser.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { deviceOfRequest } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";

const FAILED = { title: "Update failed", form: "There was an error updating your profile. Please try again." };
const TAKEN = "This email is already registered with another account.";
const LINK_OVER = "This link has expired or was used before.";
const RESTORE_OVER = `${LINK_OVER} If you’ve restored your address with it, please set a new password to log in.`;

/** Undefined unless it is a valid email. */
export function newEmailOf(request: Request): string | undefined {
  const parsed = email.safeParse(new URL(request.url).searchParams.get("to") ?? undefined);
  return parsed.success ? parsed.data : undefined;
}

export const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function askForNewEmail(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, z.object({ email }));
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    const to = form.value.email;
    if (to === user.email) return form.refuse({ form: "This is your email already." });
    const keys = { mail_ip: context.clientIp, invitations_account: user.id } as const;
    const refusal = await rateLimited({ ...keys, mail_recipient: `new_email:${to}` });
    if (refusal) return form.refuse(refusal);
    const asked = await requestEmailChange(user, to, { device: deviceOfRequest(request) });
    if (!asked.ok) return form.refuse({ form: TAKEN });
    return redirectWithToast("/settings/profile", {
      title: "Check your inbox",
      description: `Open the link that we sent to ${to}.`,
    });
  });
}

export async function confirmNewEmail(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    const changed = await confirmEmailChange(user, tokenOf(request), { device: deviceOfRequest(request) });
    if (!changed.ok) return form.refuse({ form: changed.reason === "link_over" ? LINK_OVER : TAKEN });
    const headers = new Headers({ "Set-Cookie": await rememberBrowser(request, changed.email) });
    const toast = { title: "Profile updated", description: `We’ll write to ${changed.email} from now on.` };
    return redirectWithToast("/settings/profile", toast, headers);
  });
}

export async function restoreOldEmail(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    const restored = await restoreEmail(tokenOf(request));
    if (!restored.ok) return form.refuse({ form: restored.reason === "link_over" ? RESTORE_OVER : TAKEN });
    return redirectWithToast("/auth?mode=reset", {
      title: "Address restored",
      description: "Every device was logged out. Please set a new password now.",
    });
  });
}
