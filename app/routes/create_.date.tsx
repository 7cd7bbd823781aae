import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { formPathOf } from "~/http/writing/form-url.server";
import { pickDate } from "~/http/writing/pick-date.server";
import { now } from "~/services/clock.server";
import { createStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { DatePage, type DatePageProps } from "~/ui/writing/date-page";
import datePickerStyles from "~/ui/writing/picker.css?url";

/** The date picker without JavaScript. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const form = formPathOf(request);
  return context.isPost ? json({ form }) : redirect(form);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return pickDate(await context.viewer(), formPathOf(request), request, context, now());
}

export const links = () => [...createStyles(), { rel: "stylesheet", href: datePickerStyles }];

export const meta: MetaFunction = () => [{ title: "Choose a date | Amberkeep" }];

export default function ChooseDate() {
  const answer = useActionData<typeof action>() as (SubmissionResult<string[]> & DatePageProps) | undefined;
  const chrome = useChrome();
  return (
    <Page chrome={answer?.toast ? { ...chrome, toast: answer.toast } : chrome} width="form">
      {answer && <DatePage {...answer} />}
    </Page>
  );
}
