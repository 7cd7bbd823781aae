/** Creates the accounts of bench/harness/accounts.ts through the domain. */
import { createId } from "@paralleldrive/cuid2";
import { openAsAccount } from "~/domain/access/opening.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { closeJobs } from "~/services/jobs.server";
import { deliveriesOf } from "../../tests/factories/letter";
import { mailedToken } from "../../tests/factories/outbox";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import type { Accounts, SignedIn } from "../harness/accounts";
import { printResult } from "../harness/program-io";

const UPLOADERS = 8;
const NAMES = ["Mia Berger", "Leo Yıldız", "Zoë Müller", "Noah O’Connor", "Ana de la Cruz"];

const owner = await createUser({ name: "Johanna Brandt", vaultLimit: 20 });
const reader = await createUser({ name: "Mia Berger", vaultLimit: 0 });
const vaults = [];
for (let index = 0; index < 20; index += 1) {
  const recipientName = NAMES[index % NAMES.length] ?? "";
  vaults.push(await write(owner, index, { recipientName, recipientEmail: `reader-${index}@example.net` }));
}

const { vaultId, opening } = await deliverTo(reader);
const accounts: Accounts = {
  owner: { ...signedIn(owner), vaultId: vaults[0] ?? "" },
  uploaders: await Promise.all(
    Array.from({ length: UPLOADERS }, async (_, index) =>
      signedIn(await createUser({ name: `Sender ${index}`, vaultLimit: 1 })),
    ),
  ),
  reader: { cookie: reader.browser.cookie, vaultId },
  opening,
  verification: await createVerificationPath(),
};
await printResult(accounts);
await closeJobs();
process.exit(0);

function signedIn({ browser }: SignedInUser): SignedIn {
  return { cookie: browser.cookie, csrf: browser.csrfToken() };
}

async function write(
  { user }: SignedInUser,
  index: number,
  fields: { recipientName: string; recipientEmail: string; deliveryDate?: string },
): Promise<string> {
  const scheduled = await scheduleVault(user, {
    type: "letter",
    title: `For the ${index + 1}. birthday, to be read beside the sea`,
    message: `Dear ${fields.recipientName}, ${"by now you can read this yourself. ".repeat(40)}`,
    deliveryDate: `20${40 + index}-06-14`,
    deliveryHour: 9,
    deliveryZone: "Europe/Berlin",
    formId: createId(),
    ...fields,
  });
  if (!scheduled.ok) throw new Error(scheduled.reason);
  return scheduled.id;
}

/** Delivers a vault and opens it, since the page of an unopened vault redirects to the opening link. */
async function deliverTo({ user }: SignedInUser): Promise<{ vaultId: string; opening: string }> {
  const vaultId = await write(await createUser({ vaultLimit: 1 }), 0, {
    recipientName: user.name,
    recipientEmail: user.email,
    deliveryDate: "2020-01-01",
  });
  await deliverVault(vaultId);
  const [row] = await deliveriesOf(vaultId);
  const link = row && openingLink(row);
  const delivery = link && (await findDeliveryByLink(link));
  if (!delivery || !(await openAsAccount(user, delivery))) throw new Error("The vault could not be opened.");
  return { vaultId, opening: `/open/${link}` };
}

async function createVerificationPath(): Promise<string> {
  const { user } = await createUser({ name: "Leo Berger", verified: false });
  return `/verify-address?token=${await mailedToken(user.email, "verify_address")}`;
}
