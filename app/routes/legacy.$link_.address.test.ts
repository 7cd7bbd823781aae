import { createId } from "@paralleldrive/cuid2";
import { expect, it } from "vitest";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { createContact } from "../../tests/factories/legacy";
import { createDueLetter, deliveriesOf, reportEvent } from "../../tests/factories/letter";
import { answerOf, formRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as address from "./legacy.$link_.address";

it("a legacy contact can give an address for each of the many people a board did not reach", async () => {
  const { user } = await createUser();
  const contact = await createContact(user, { updateEmail: true });
  const boardRecipients = Array.from({ length: 8 }, (_, index) => ({
    name: `Guest ${index}`,
    email: `${createId()}@example.net`,
  }));
  const { id } = await createDueLetter(user, { type: "memory-board", boardRecipients });
  const missing = (await deliveriesOf(id)).filter(({ isHostCopy }) => !isHostCopy);
  for (const { messageId } of missing) await reportEvent(messageId, "bounced", "550 no such user");
  const { browser } = await createUser({ email: contact.email });
  const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
  for (const delivery of missing) {
    const fields = { deliveryId: delivery.id, email: `${createId()}@example.net` };
    const request = formRequest(`/legacy/${link}/address`, fields, browser);
    const answer = await answerOf(address.action, request, browser, { link });
    expect(answer).toHaveRedirect(`/legacy/${link}`);
    await expect(answer).toSendToast({ title: "Thank you" });
  }
});
