import { z } from "zod";
import type { User } from "~/domain/account/account";
import { addPasskeySchema } from "~/domain/account/passkeys";
import { addPasskey, listPasskeys, removePasskey } from "~/domain/account/passkeys.server";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { deviceOfRequest } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";

export const PASSKEYS_PATH = "/settings/sign-in/passkeys";

const REFUSALS = {
  refused: "Your browser’s passkey didn’t arrive in time, or isn’t one we can use. Please try again.",
  known: "This passkey is already here.",
  too_many: "You have 20 passkeys, which is the most we keep. Remove one to add another.",
};

export async function loadPasskeys(user: User, device: string) {
  const day = (at: Date) => formatDate(dateIn(user.timeZone, at));
  const passkeys = (await listPasskeys(user.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    about: `Added ${day(createdAt)}. ${lastUsedAt ? `Last used ${day(lastUsedAt)}.` : "Not used yet."}`,
  }));
  return { passkeys, suggestedName: device };
}

export async function savePasskey(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, addPasskeySchema, { secretFields: ["credential"] });
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ passkey_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const made = { ...form.value, browser: await visitorOf(request), device: deviceOfRequest(request) };
  const added = await addPasskey(user, made);
  if (!added.ok) return form.refuse({ form: REFUSALS[added.reason] });
  return redirectWithToast(PASSKEYS_PATH, {
    title: "Passkey added",
    description: "You can log in with it from now on.",
  });
}

const CHOOSE = "Please choose a passkey.";
const removeSchema = z.object({ passkey: z.string({ error: CHOOSE }).trim().min(1, CHOOSE).max(24, CHOOSE) });

export async function forgetPasskey(user: User, request: Request): Promise<Response> {
  const form = await readForm(request, removeSchema);
  if (!form.ok) return form.response;
  await removePasskey(user.id, form.value.passkey, deviceOfRequest(request));
  return redirectWithToast(PASSKEYS_PATH, { title: "Passkey removed" });
}
