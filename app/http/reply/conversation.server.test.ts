import { expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { declineDelivery, undoDecline } from "~/domain/delivery/decline.server";
import { unblockSender } from "~/domain/delivery/unblock-sender.server";
import { blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { inTransaction } from "~/services/db.server";
import { createDueLetter, DUE_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { loadConversation } from "./conversation.server";

it("leads a recipient whom the sender cannot answer to where they undo it", async () => {
  const { user } = await createUser({ name: "Ada" });
  const { id, delivery } = await createDueLetter(user);
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  const viewed = await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT);
  const owned = await viewVault({ user }, id, DUE_AT);
  const link = openingLink(delivery);
  const byLink = await findDeliveryByLink(link);
  if (!viewed || !owned || !byLink) throw new Error("The letter is not open.");
  const path = `/open/${link}`;
  const load = (who: typeof viewed) =>
    loadConversation({ viewed: who, path, zone: "UTC" }, new URLSearchParams({ with: delivery.id }));

  expect(await load(viewed)).toMatchObject({ unanswerable: null, refusal: null });
  await declineDelivery(byLink);
  const declined = { refusal: "declined", undoHref: `${path}/decline` };
  expect(await load(viewed)).toMatchObject({ unanswerable: declined, refusal: null });
  await blockSender(byLink);
  const blocked = { refusal: "not_wanted", undoHref: `${path}/block` };
  expect(await load(viewed)).toMatchObject({ unanswerable: blocked, refusal: null });
  expect(await load(owned)).toMatchObject({ unanswerable: null });
  await unblockSender(byLink);
  await undoDecline(byLink);
  expect(await load(viewed)).toMatchObject({ unanswerable: null });
});
