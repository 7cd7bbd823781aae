import { z } from "zod";
import type { User } from "~/domain/account/account";
import { hasAuthenticator } from "~/domain/account/authenticator.server";
import { changeMailLinks, signsInByMail } from "~/domain/account/mail-link.server";
import { listPasskeys } from "~/domain/account/passkeys.server";
import { countRecoveryCodes } from "~/domain/account/recovery-codes.server";
import { readForm } from "~/http/form.server";
import { deviceOfRequest } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";

export const SIGN_IN_PATH = "/settings/sign-in";

export async function loadWays(user: User) {
  const [passkeys, hasApp, codesLeft, takesLinks] = await Promise.all([
    listPasskeys(user.id),
    hasAuthenticator(user.id),
    countRecoveryCodes(user.id),
    signsInByMail(user.id),
  ]);
  return { passkeys: passkeys.length, hasApp, codesLeft, takesLinks, email: user.email };
}

const CHOOSE = "Please choose whether you want login links.";
const schema = z.object({ links: z.enum(["on", "off"], { error: CHOOSE }) });

export async function saveMailLinks(user: User, request: Request): Promise<Response> {
  const form = await readForm(request, schema);
  if (!form.ok) return form.response;
  const isOn = form.value.links === "on";
  await changeMailLinks(user.id, isOn, deviceOfRequest(request));
  return redirectWithToast(SIGN_IN_PATH, { title: isOn ? "Login links turned on" : "Login links turned off" });
}
