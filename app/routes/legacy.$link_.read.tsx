import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { readingOf } from "~/http/access/reading.server";
import { viewerOf } from "~/http/access/viewer.server";
import { requireHelperLink } from "~/http/legacy-help/legacy-link.server";
import { now } from "~/services/clock.server";
import { boardStyles, readingStyles } from "~/styles/sheets";
import { LetterPage } from "~/ui/frame/page";
import { ReadingPage } from "~/ui/reading/reading-page";
import { useChrome } from "~/ui/shell/chrome";

/** For legacy contacts after the wait; 404 for anyone else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const helper = await requireHelperLink(params.link);
  // What else the browser has opened does not count here.
  const { user, openedContactIds = [] } = await viewerOf(request, context);
  const viewed = await viewVault({ ...(user && { user }), openedContactIds }, helper.vaultId, undefined, {
    withPosts: false,
  });
  if (viewed?.view.as !== "legacy_contact" || !(await recordReading(viewed))) throw new Response(null, { status: 404 });
  const reading = await readingOf(viewed, { now: now(), isSignedIn: false, query: new URL(request.url).searchParams });
  return json({ ...reading, closeHref: user ? null : `/legacy/${params.link}/close` });
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const handle = { hydrate: false, hasScript: true };

export const links = readingStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory"} | Amberkeep` },
  ...boardStyles(data?.wall),
];

export default function LegacyReadRoute() {
  return (
    <LetterPage chrome={useChrome()}>
      <ReadingPage {...useLoaderData<typeof loader>()} />
    </LetterPage>
  );
}
