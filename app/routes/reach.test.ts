import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { proposalLink } from "~/domain/delivery/proposed-address-link.server";
import { findProposedAddress, stopProposedAddress } from "~/domain/delivery/stop-proposed-address.server";
import { db } from "~/services/db.server";
import { profiles, proposedAddresses } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { createFailedLetter } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as reach from "./reach.$link";

const randomEmail = () => `${createId()}@example.net`;

/** The backup contact was asked. */
async function arrange(recipientName = "Mia") {
  const { user } = await createUser({ name: "Ada", vaultLimit: 5 });
  const backupEmail = randomEmail();
  const { id } = await createFailedLetter(user, { recipientName, backupName: "Ben", backupEmail });
  const [request] = await writtenTo(backupEmail, "backup_request");
  const link = request?.props.url.split("/reach/")[1] ?? "";
  const browser = await createBrowser();
  const path = `/reach/${link}`;
  const page = async () => (await answerOf(reach.loader, pageRequest(path, browser), browser, { link })).json();
  const give = (email: string) => answerOf(reach.action, formRequest(path, { email }, browser), browser, { link });
  const proposals = () => db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, id));
  const thanks = async () =>
    (await answerOf(reach.loader, pageRequest(`${path}?thanks`, browser), browser, { link })).json();
  return { user, path, page, thanks, give, proposals };
}

it("thanks a backup contact who gives an address, and says that it waits when they come back", async () => {
  const { path, page, give, proposals } = await arrange();
  expect(await page()).toMatchObject({ person: "Mia", senderName: "Ada", proposal: null });
  const given = randomEmail();
  expect(await give(given)).toHaveRedirect(`${path}?thanks`);
  expect(await page()).toMatchObject({ person: "Mia", senderName: "Ada", proposal: "waiting" });
  expect(await give(given), "sent twice").toHaveRedirect(path);
  expect(await give(randomEmail()), "which is not used").toHaveRedirect(path);
  expect(await proposals()).toMatchObject([{ email: given }]);
});

it("says in its thanks that the sender can stop the address, unless they are erased", async () => {
  const { user, thanks, give } = await arrange();
  await give(randomEmail());
  expect(await thanks()).toEqual({ person: null, stoppedBy: "Ada" });
  await db.update(profiles).set({ erasedAt: new Date() }).where(eq(profiles.id, user.id));
  expect(await thanks()).toEqual({ person: null, stoppedBy: null });
});

it("tells a backup contact whose address the sender stopped, and promises to write to no other", async () => {
  const { path, page, give, proposals } = await arrange();
  await give(randomEmail());
  const [stored] = await proposals();
  const proposal = await findProposedAddress(proposalLink(stored?.id ?? ""));
  await stopProposedAddress(proposal ?? expect.unreachable());
  expect(await page()).toMatchObject({ person: "Mia", senderName: "Ada", proposal: "stopped" });
  expect(await give(randomEmail())).toHaveRedirect(path);
  expect(await proposals()).toHaveLength(1);
});

it("asks for the person it’s for where the sender gave no name", async () => {
  const { page } = await arrange("");
  expect(await page()).toMatchObject({ person: "the person it’s for", isNamed: false });
});
