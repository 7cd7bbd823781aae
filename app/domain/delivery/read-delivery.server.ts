import type { View, Viewer } from "~/domain/vault/can-view";
import { type ViewedVault, viewVault } from "~/domain/vault/view-vault.server";
import type { SealedDelivery } from "./opening.server";

/** The vault behind an opening link, for whoever has shown that it went to them; undefined before that. */
export async function readDelivery(viewer: Viewer, delivery: SealedDelivery): Promise<ViewedVault | undefined> {
  const viewed = await viewVault(viewer, delivery.memoryId);
  return viewed && isReader(viewed.view, viewer, delivery) ? viewed : undefined;
}

/** Its recipient, or the owner of a message to the future self, to whom the link was sent. */
function isReader(view: View, { user }: Viewer, delivery: SealedDelivery): boolean {
  if (view.as !== "owner") return view.as === "recipient";
  return view.seesContent && user?.isEmailVerified === true && user.email === delivery.recipientEmail;
}
