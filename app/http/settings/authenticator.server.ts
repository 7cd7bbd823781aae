import { z } from "zod";
import type { User } from "~/domain/account/account";
import {
  beginSetUp,
  confirmSetUp,
  findSetUp,
  hasAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from "~/domain/account/authenticator.server";
import { countRecoveryCodes } from "~/domain/account/recovery-codes.server";
import { openingCodeSchema } from "~/domain/codes/one-time-code";
import { groupPrintedCode } from "~/domain/codes/printed-code";
import { qrOf } from "~/domain/codes/qr.server";
import { recoveryCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { deviceOfRequest } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { SIGN_IN_PATH } from "./sign-in.server";

export const APP_PATH = "/settings/sign-in/app";

const OVER = "This set-up is over. Please start again.";
const WRONG =
  "This code isn’t right. Check that your phone’s clock is set by the network, and enter the code it shows now.";

const codesShown = z.object({ userId: z.string(), codes: z.array(z.string()) });

/** New codes are shown until their owner says they've kept them. */
export async function loadAuthenticator(user: User, request: Request) {
  const [isOn, setUp, codesLeft] = await Promise.all([
    hasAuthenticator(user.id),
    findSetUp(user),
    countRecoveryCodes(user.id),
  ]);
  const made = codesShown.safeParse(await recoveryCookie.parse(request.headers.get("Cookie"))).data;
  const codes = isOn && made?.userId === user.id ? made.codes.map((code) => groupPrintedCode(code).join(" ")) : null;
  const shownSetUp = setUp
    ? { url: setUp.url, qr: qrOf(setUp.url), secret: setUp.secret.match(/.{1,4}/g)?.join(" ") ?? "" }
    : null;
  return { isOn, codesLeft, codes, setUp: shownSetUp };
}

const intentSchema = z.object({
  intent: z.enum(["start", "confirm", "renew", "kept", "remove"], { error: "Please choose what to do." }),
});

export async function changeAuthenticator(user: User, request: Request): Promise<Response> {
  const form = await readForm(request.clone(), intentSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const device = deviceOfRequest(request);
  switch (form.value.intent) {
    case "start":
      await beginSetUp(user.id);
      return redirectWithToast(APP_PATH, { title: "Ready to scan" });
    case "confirm":
      return confirm(user, request, device);
    case "renew": {
      const codes = await renewRecoveryCodes(user.id, device);
      return codes ? showCodes(user, codes, "New recovery codes made") : form.refuse({ form: OVER });
    }
    case "kept": {
      const headers = new Headers({ "Set-Cookie": await recoveryCookie.serialize("", { maxAge: 0 }) });
      return redirectWithToast(SIGN_IN_PATH, { title: "Recovery codes kept" }, headers);
    }
    case "remove":
      await removeAuthenticator(user.id, device);
      return redirectWithToast(SIGN_IN_PATH, { title: "Authenticator app removed" });
  }
}

async function confirm(user: User, request: Request, device: string): Promise<Response> {
  const form = await readForm(request, openingCodeSchema, { secretFields: ["code"] });
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ set_up_account: user.id });
  if (refusal) return form.refuse(refusal);
  const confirmed = await confirmSetUp(user, form.value.code, device);
  if (confirmed.ok) return showCodes(user, confirmed.codes, "Authenticator app added");
  return confirmed.reason === "over" ? form.refuse({ form: OVER }) : form.refuse({ fields: { code: WRONG } });
}

async function showCodes(user: User, codes: string[], title: string): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": await recoveryCookie.serialize({ userId: user.id, codes }) });
  return redirectWithToast(APP_PATH, { title, description: "Please keep your recovery codes now." }, headers);
}
