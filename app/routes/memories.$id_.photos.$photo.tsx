import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { filesOf } from "~/domain/access/media-item";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { letterHref, photoHref, sharedMedia } from "~/http/access/reading.server";
import { mediaViewerOf, shared, shareTokenOf } from "~/http/access/viewer.server";
import { readingStyles } from "~/styles/sheets";
import { LetterFoot } from "~/ui/frame/page";
import { PhotoPage } from "~/ui/reading/photo-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await mediaViewerOf(request, context);
  const viewed = await viewVault(viewer, params.id ?? "");
  const photos = viewed?.seesContent ? filesOf(viewed).filter(({ kind }) => kind === "photo") : [];
  const index = photos.findIndex(({ id }) => id === params.photo);
  const photo = photos[index];
  if (!viewed || !photo || !(await recordReading(viewed))) throw new Response(null, { status: 404 });
  const { vault } = viewed;
  const token = shareTokenOf(request);
  const letter = token === null ? letterHref(viewed, viewer) : `/s/${token}`;
  const hrefOf = (other: (typeof photos)[number] | undefined) =>
    other ? shared(photoHref(vault.id, other.id), token) : null;
  return json({
    title: vault.title,
    photo: sharedMedia(photo, token),
    caption: photo.caption,
    author: photo.author,
    number: index + 1,
    total: photos.length,
    previousHref: hrefOf(photos[index - 1]),
    nextHref: hrefOf(photos[index + 1]),
    backHref: `${letter}#photo-${photo.id}`,
  });
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Photo ${data.number} of ${data.total}, ${data.title} | Amberkeep` : "Amberkeep" },
];

export default function PhotoRoute() {
  return (
    <>
      <main id="main" className="photo-page">
        <PhotoPage {...useLoaderData<typeof loader>()} />
      </main>{" "}
      <LetterFoot chrome={useChrome()} />
    </>
  );
}
