import { createId } from "@paralleldrive/cuid2";
import { viewVault } from "~/domain/access/view-vault.server";
import { findCorrespondents } from "~/domain/reply/conversation.server";
import { type ReplyResult, writeReply } from "~/domain/reply/write-reply.server";
import { DUE_AT } from "./letter";

type Options = {
  viewer?: Parameters<typeof viewVault>[0];
  text?: string;
  owner?: string;
  formId?: string;
  now?: Date;
};

/** Replies to an opened letter, as its reader unless another viewer is given. */
export async function sendReply(
  { id, vaultId }: { id: string; vaultId: string },
  {
    viewer = { openedDeliveryIds: [id] },
    text = "Thank you.",
    owner = "none",
    formId = createId(),
    now = DUE_AT,
  }: Options = {},
): Promise<ReplyResult> {
  const viewed = await viewVault(viewer, vaultId, now);
  const between = viewed && (await findCorrespondents(viewed, id));
  if (!between) throw new Error("The letter is not open.");
  return writeReply(viewed, between, { formId, text, files: { owner, formId } }, now);
}
