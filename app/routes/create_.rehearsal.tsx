import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handOverNow } from "~/http/visitor-draft/hand-over.server";
import { loadVisitorRehearsal } from "~/http/visitor-draft/rehearsal.server";
import { now } from "~/services/clock.server";
import { boardStyles, rehearsalStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { rehearsalData } from "~/ui/rehearsal/rehearsal-data";
import { RehearsalPage } from "~/ui/rehearsal/rehearsal-page";
import { SignUpFirst } from "~/ui/rehearsal/sign-up-first";
import { useChrome } from "~/ui/shell/chrome";

/** A visitor's vault, as it will arrive. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.viewer()) return (await handOverNow({ request, context })) ?? redirect("/dashboard");
  const at = now();
  const loaded = await loadVisitorRehearsal(request, at);
  if (!loaded) return redirect("/create");
  return json({ ...rehearsalData(loaded.rehearsal, at, loaded.hrefs), reading: loaded.reading });
}

export const links = rehearsalStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Rehearsal | Amberkeep" },
  ...boardStyles(data?.reading.wall),
];

export default function VisitorRehearsal() {
  return (
    <Page chrome={useChrome()} width="letter">
      <RehearsalPage {...useLoaderData<typeof loader>()}>
        <SignUpFirst />
      </RehearsalPage>
    </Page>
  );
}
