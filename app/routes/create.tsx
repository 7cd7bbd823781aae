import type { SubmissionResult } from "@conform-to/react";
import { createId, isCuid } from "@paralleldrive/cuid2";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { User } from "~/domain/account/account";
import { DEFAULT_DELIVERY_HOUR, dateIn, horizonDate } from "~/domain/vault/delivery-date";
import { changeVault } from "~/domain/vault/draft.server";
import type { Vault } from "~/domain/vault/vault";
import { scheduleVault } from "~/domain/vault/vault.server";
import type { VaultRefusal } from "~/domain/vault/vault-result.server";
import { letterSchema } from "~/domain/vault/vault-schema";
import { viewVault } from "~/domain/vault/view-vault.server";
import { useChrome } from "~/http/chrome";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { Page } from "~/ui/page";
import { PageHead } from "~/ui/page-head";
import { LetterForm } from "~/ui/vault/letter-form";

const REFUSALS: Record<VaultRefusal, string> = {
  duplicate_title: "A memory with this title already exists",
  vault_limit: "Vault Limit Reached. Every place of your plan is taken. A vault that you cancel frees its place.",
  not_found: "Memory not found.",
  not_editable: "This memory cannot be changed any more.",
};

const CREATED = { title: "Memory Created", description: "Your memory has been scheduled for future delivery." };
const UPDATED = { title: "Memory Updated", description: "Your memory has been updated successfully." };
const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;

/** The vault that `?edit=true&id=` names. */
function editedId(request: Request): string | undefined {
  const query = new URL(request.url).searchParams;
  return query.get("edit") === "true" ? (query.get("id") ?? "") : undefined;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const query = new URL(request.url).searchParams;
  const id = editedId(request);
  const at = now();
  const dates = { first: dateIn(user.timeZone, at), last: horizonDate(user.timeZone, at) };
  if (id === undefined) {
    if (query.get("step") !== "form") return redirect("/create?type=send-to-someone&step=form");
    const copied = query.get("duplicateFrom");
    const original = copied === null ? undefined : await viewVault({ user }, copied, at);
    const isReadable = original?.view.as === "owner" && original.view.seesContent;
    if (copied !== null && !isReadable) return redirectWithToast("/dashboard", NOT_FOUND);
    return json({
      dates,
      isEdit: false,
      submitLabel: "Schedule Memory",
      back: "/dashboard",
      submissionId: createId(),
      defaultValue: original ? { ...letterOf(original.vault), deliveryDate: undefined } : emptyLetter(user),
    });
  }
  const viewed = await viewVault({ user }, id, at);
  if (viewed?.view.as !== "owner" || !["draft", "scheduled"].includes(viewed.vault.state))
    return redirectWithToast("/dashboard", NOT_FOUND);
  const submitLabel = viewed.vault.state === "draft" ? "Schedule Memory" : "Update Memory";
  return json({ dates, isEdit: true, submitLabel, back: `/memories/${id}`, defaultValue: letterOf(viewed.vault) });
}

const emptyLetter = (user: User) => ({ deliveryHour: DEFAULT_DELIVERY_HOUR, deliveryZone: user.timeZone });

function letterOf(vault: Vault) {
  const { title, message, recipientEmail, recipientPhone, deliveryDate, deliveryHour, deliveryZone } = vault;
  const includesMessage = vault.includesMessage ? "on" : undefined;
  const recipientName = vault.recipient;
  return {
    title,
    message,
    recipientName,
    recipientEmail,
    recipientPhone,
    deliveryDate,
    deliveryHour,
    deliveryZone,
    includesMessage,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = editedId(request);
  const submission = z.object({
    submissionId: z
      .string()
      .refine(isCuid)
      .catch(() => createId()),
  });
  const form = await readForm(request, letterSchema(now()).and(submission));
  if (!form.ok) return form.response;
  const isEdit = id !== undefined;
  const saved = isEdit
    ? await changeVault(user, id, form.value)
    : await scheduleVault(user, { ...form.value, type: "send-to-someone" });
  if (saved.ok) return redirectWithToast("/dashboard", isEdit ? UPDATED : CREATED);
  if (saved.reason === "duplicate_title") return form.refuse({ fields: { title: REFUSALS.duplicate_title } });
  return form.refuse({ form: REFUSALS[saved.reason], status: saved.reason === "not_found" ? 404 : 400 });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isEdit ? "Edit Memory" : "Create a New Memory"} | Amberkeep` },
];

export default function Create() {
  const { isEdit, back, ...form } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  return (
    <Page chrome={useChrome()}>
      <PageHead title={isEdit ? "Edit Memory" : "Create a New Memory"} back={{ href: back, label: "Back" }} />
      <LetterForm {...form} lastResult={lastResult} />
    </Page>
  );
}
