import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { z } from "zod";
import type { User } from "~/domain/account/account";
import { dateIn, horizonDate } from "~/domain/calendar/delivery-date";
import { parsePickedDate } from "~/domain/writing/date-picker";
import { draftSchema } from "~/domain/writing/vault-schema";
import type { RequestContext } from "~/http/request-context.server";
import { forwardToTarget, parseFormParams } from "./form-url.server";
import { receiveVaultForm } from "./read.server";
import { UPLOADED } from "./save.server";

const typed = z.string().optional().catch(undefined);

/** Every value of the form is carried to the next step and back. The form's zone decides which days may be chosen. */
export async function pickDate(
  user: User | undefined,
  form: string,
  request: Request,
  context: RequestContext,
  now: Date,
): Promise<Response> {
  const sent = await receiveVaultForm(user, parseFormParams(form), request, context, () =>
    draftSchema.extend({ pick: typed, chosen: typed }),
  );
  const elsewhere = forwardToTarget(sent.fields, request.url);
  if (elsewhere) return elsewhere;
  const value = sent.ok ? sent.value : undefined;
  const zone = value?.deliveryZone ?? user?.timeZone ?? "UTC";
  const bounds = { first: dateIn(zone, now), last: horizonDate(zone, now) };
  const response = sent.ok ? sent.refuse({ status: 200 }) : sent.response;
  const answer = (await response.json()) as SubmissionResult<string[]>;
  const picked = parsePickedDate(value?.pick ?? "", bounds);
  const chosen = value?.deliveryDate ?? value?.chosen ?? "";
  const toast = sent.hasNewFiles ? UPLOADED : undefined;
  return json({ toast, ...answer, form, bounds, picked, chosen }, { status: response.status });
}
