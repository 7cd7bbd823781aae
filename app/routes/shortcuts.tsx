import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { areShortcutsOff, rememberShortcuts } from "~/http/account/shortcuts.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Card } from "~/ui/base/card";
import { CsrfField } from "~/ui/base/csrf-field";
import { PageHead } from "~/ui/base/page-head";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { ShortcutsList } from "~/ui/frame/shortcuts-list";
import { useChrome } from "~/ui/shell/chrome";

const shortcutsSchema = z.object({ shortcuts: z.enum(["on", "off"], { error: "Please choose again." }) });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context);
  return json({ areOff: await areShortcutsOff(request) });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(context);
  const form = await readForm(request, shortcutsSchema);
  if (!form.ok) return form.response;
  const { shortcuts } = form.value;
  const headers = new Headers({ "Set-Cookie": await rememberShortcuts(shortcuts) });
  return redirectWithToast("/shortcuts", { title: `Keyboard shortcuts are ${shortcuts}` }, headers);
}

export const meta: MetaFunction = () => [{ title: "Keyboard shortcuts | Amberkeep" }];

export default function ShortcutsRoute() {
  const { areOff } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} choice="shortcuts" />
      <PageHead
        title="Keyboard shortcuts"
        lede="Single keys that lead somewhere from any page, unless you are typing."
        back={{ href: "/dashboard", label: "Back" }}
      />
      <Card>
        <ShortcutsList />
        <form method="post" className="actions">
          <CsrfField />
          <p>{areOff ? "They are off in this browser." : "They are on in this browser."}</p>
          <Button variant="secondary" name="shortcuts" value={areOff ? "on" : "off"}>
            {areOff ? "Switch them on" : "Switch them off"}
          </Button>
        </form>
      </Card>
    </Page>
  );
}
