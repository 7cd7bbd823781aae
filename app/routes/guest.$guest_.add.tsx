import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { whyClosed } from "~/domain/board/board.server";
import { postSchema } from "~/domain/board/post-schema";
import { addPosts, hasPostedFiles } from "~/domain/board/posts.server";
import { remainingQuotaOf } from "~/domain/board/quota.server";
import { CLOSED_WORDS, overQuotaInWords } from "~/domain/board/quota-words";
import { formatDate } from "~/domain/calendar/delivery-date";
import { GUEST_GONE, GUEST_HEADERS, goneResponse, requireGuest } from "~/http/board/joined.server";
import { readMediaForm } from "~/http/media/media-form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { createId } from "~/services/id.server";
import { partyFileStyles } from "~/styles/sheets";
import { ADD_KINDS, type AddAnswer, AddPage } from "~/ui/board/add-page";
import { BoardFrame } from "~/ui/board/board-frame";
import { preserveAnsweredForm } from "~/ui/shell/answered-form";
import { useChrome } from "~/ui/shell/chrome";
import { keepUnsentForm, useAnswer } from "~/ui/shell/unsent-form";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { guest, board, path } = await requireGuest(request, context, params.guest);
  if (whyClosed(board, now()) && !context.isPost) return redirect(path);
  const wanted = new URL(request.url).searchParams.get("as");
  const as = ADD_KINDS.find((kind) => kind === wanted) ?? "photo";
  return json(
    {
      as,
      path,
      action: `${path}/add?as=${as}`,
      title: board.title,
      formId: createId(),
      opensOn: formatDate(board.deliveryDate),
      quota: await remainingQuotaOf(guest),
      isOpen: board.settings.isOpen,
      needsApproval: board.settings.needsApproval,
    },
    { headers: GUEST_HEADERS },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { guest, path } = await requireGuest(request, context, params.guest);
  const type = "board-post";
  const hasArrived = (formId: string) => hasPostedFiles(guest, formId);
  const form = await readMediaForm(request, context, (_, hasFiles) => postSchema(hasFiles), { type, hasArrived });
  if (!form.ok) return form.response;
  const limit = await rateLimited({ post_guest: guest.id, post_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  const { owner = "", formId = createId(), altTexts } = form;
  const added = await addPosts(guest, { formId, text: form.value.text, files: { owner, altTexts } });
  if (added.ok) {
    const title = added.count === 1 ? "It’s on the board" : `${added.count} pieces are on the board`;
    const description = added.needsApproval
      ? "Your host will look at it first."
      : "Thank you! You can still change it.";
    return redirectWithToast(path, {
      title: added.needsApproval ? "Thank you, it’s with your host" : title,
      description,
    });
  }
  if (added.reason === "closed")
    return form.refuse({ form: `${CLOSED_WORDS[added.closed]} What you wrote is still here.`, status: 409 });
  if (added.reason === "gone") throw goneResponse(GUEST_GONE, form.value.text);
  const { field, message } = overQuotaInWords(added.exceeded, added.left, added.needed);
  return form.refuse({ fields: { [field]: message }, status: 409 });
}

export const headers = () => GUEST_HEADERS;

export const clientAction = keepUnsentForm;

export const shouldRevalidate = preserveAnsweredForm;

export const links = partyFileStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory board"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function AddRoute() {
  const { path, formId, ...data } = useLoaderData<typeof loader>();
  const answer = useAnswer<AddAnswer>();
  const id = String(answer?.initialValue?.formId ?? formId);
  return (
    <BoardFrame chrome={useChrome()} back={{ href: path, label: "Back" }}>
      <AddPage key={id} {...data} formId={id} answer={answer} />
    </BoardFrame>
  );
}
