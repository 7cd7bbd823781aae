import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewVault } from "~/domain/access/view-vault.server";
import { findShare } from "~/domain/share/shares.server";
import { sharedReadingOf } from "~/http/access/reading.server";
import { now } from "~/services/clock.server";
import { boardStyles, readingStyles } from "~/styles/sheets";
import { LetterPage } from "~/ui/frame/page";
import { ReadingPage } from "~/ui/reading/reading-page";
import { useChrome } from "~/ui/shell/chrome";

/** 404 for links that are expired, ended or unknown, and while the vault is undelivered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const share = await findShare(token);
  const viewed = share && (await viewVault({ share }, share.vaultId, undefined, { withPosts: false }));
  if (!viewed) throw new Response(null, { status: 404, headers: NOT_FOR_SEARCH });
  return json(
    { reading: await sharedReadingOf(viewed, token, now(), new URL(request.url).searchParams) },
    { headers: { ...NOT_FOR_SEARCH, "Cache-Control": "private, no-store" } },
  );
}

const NOT_FOR_SEARCH = { "X-Robots-Tag": "noindex, nofollow" };

export const headers = () => ({ ...NOT_FOR_SEARCH, "Cache-Control": "private, no-store" });

export const handle = { hydrate: false, hasScript: true };

export const links = readingStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.reading.title || "A memory"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
  ...boardStyles(data?.reading.wall),
];

export default function SharedRoute() {
  return (
    <LetterPage chrome={useChrome()}>
      <ReadingPage {...useLoaderData<typeof loader>().reading} />
    </LetterPage>
  );
}
