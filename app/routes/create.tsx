import type { SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  type HeadersArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Suspense, useMemo } from "react";
import type { FormFile } from "~/domain/media/media";
import { failureToast, NOT_SAVED } from "~/domain/vault/vault-words";
import { handOverNow } from "~/http/visitor-draft/hand-over.server";
import { loadVisitorForm, saveVisitorForm } from "~/http/visitor-draft/visitor-form.server";
import { parseFormParams } from "~/http/writing/form-url.server";
import { loadVaultForm } from "~/http/writing/load.server";
import { saveVaultForm } from "~/http/writing/save.server";
import { now } from "~/services/clock.server";
import { createStyles } from "~/styles/sheets";
import type { ToastContent } from "~/ui/frame/chrome";
import { Page } from "~/ui/frame/page";
import { preserveAnsweredForm } from "~/ui/shell/answered-form";
import { useChrome } from "~/ui/shell/chrome";
import { isUnsent, keepUnsentForm, useAnswer } from "~/ui/shell/unsent-form";
import { VisitorForm } from "~/ui/visitor-draft/visitor-form";
import { ChooseTypePage, changeTypeAsPage, loadChooseType } from "~/ui/writing/choose-type-page";
import { replaceFormByDraft } from "~/ui/writing/draft-in-history";
import envelopeStyles from "~/ui/writing/envelope.css?url";
import { VaultForm } from "~/ui/writing/vault-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.viewer();
  if (user) {
    const handedOver = await handOverNow({ request, context });
    if (handedOver) return handedOver;
  }
  const loaded = user
    ? await loadVaultForm(user, parseFormParams(request.url), context, now())
    : await loadVisitorForm(request, context);
  if (loaded instanceof Response) return loaded;
  const { mode, copyOf } = parseFormParams(request.url);
  const isEmptyForm = loaded.step === "form" && mode === "new" && copyOf === null && !context.isPost;
  return json(loaded, isEmptyForm ? { headers: { "Cache-Control": "private, no-cache" } } : undefined);
}

/** On Back, Firefox restores what was typed into a form only if it may store the page. Others contain letters. */
export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.viewer();
  return user ? saveVaultForm(user, parseFormParams(request.url), request, context) : saveVisitorForm(request, context);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  const isChangingType = (await args.request.clone().formData()).get("intent") === "change-type";
  const answer = await keepUnsentForm(args).catch((error) => {
    if (error instanceof Response) replaceFormByDraft(error);
    throw error;
  });
  if (isChangingType && !isUnsent(answer)) await loadChooseType().catch(changeTypeAsPage);
  return answer;
}

export const shouldRevalidate = preserveAnsweredForm;

export const links = createStyles;

/** The choice of a type needs no React. */
export const handle = { hydrate: (data: { step?: string } | undefined) => data?.step !== "type" };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.step === "form" && data.mode !== "new" ? "Edit Memory" : "Create a New Memory"} | Amberkeep` },
  ...(data?.step === "type" ? [{ tagName: "link", rel: "stylesheet", href: envelopeStyles }] : []),
];

type Answer = SubmissionResult<string[]> & {
  files?: FormFile[];
  inviteLink?: string | null;
  version?: string;
  toast?: ToastContent;
};

/** Says what could not be done with a form that was not sent. */
function useVaultAnswer(isUpdate: boolean): Answer | undefined {
  const answer = useAnswer<Answer>();
  return useMemo(() => {
    if (!isUnsent(answer)) return answer;
    const words = NOT_SAVED[isUpdate ? "update" : "save"];
    return { ...(answer as Answer), error: { "": [words] }, toast: failureToast(words) };
  }, [answer, isUpdate]);
}

export default function Create() {
  const data = useLoaderData<typeof loader>();
  const answer = useVaultAnswer(data.step === "form" && data.mode === "edit");
  const chrome = useChrome();
  const toast = answer?.toast;
  // A form whose type was changed keeps its id.
  const idOf = (formId: string) => String(answer?.initialValue?.formId ?? formId);
  return (
    <Page chrome={toast ? { ...chrome, toast } : chrome}>
      {data.step === "type" ? (
        <Suspense>
          <ChooseTypePage type={data.type} answer={answer} home={chrome.viewer ? "/dashboard" : "/?home"} />
        </Suspense>
      ) : "visitor" in data ? (
        <VisitorForm key={idOf(data.formId)} {...data} action={chrome.path} answer={answer} />
      ) : (
        <VaultForm key={idOf(data.formId)} {...data} action={chrome.path} answer={answer} />
      )}
    </Page>
  );
}
