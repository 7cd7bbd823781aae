/** Writes what the measures look at, through the domain's own verbs, and prints where to find it. Bundled, then run once. */
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { signUp } from "~/domain/account/account.server";
import { startSession, toUser } from "~/domain/account/session.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { openingLink } from "~/domain/delivery/opening-link.server";
import { scheduleVault } from "~/domain/vault/vault.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { deliveries, profiles } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { mailedToken } from "../../tests/factories/outbox";

export type Prepared = {
  /** The cookies of somebody with 20 vaults that wait, and a CSRF token for their forms. */
  owner: { cookie: string; csrf: string; vaultId: string };
  /** Others who send files. */
  owners: { cookie: string; csrf: string }[];
  /** The cookies of somebody who was sent a vault. */
  reader: { cookie: string; vaultId: string };
  /** The paths behind the links in a delivery mail and in one that verifies an address. */
  opening: string;
  verification: string;
};

const owner = await createPerson("Johanna Brandt", 20);
const reader = await createPerson("Mia Berger", 0);
const vaults = [];
for (const [index, recipientName] of recipientNames().entries()) {
  vaults.push(await write(owner, index, { recipientName, recipientEmail: `reader-${index}@example.net` }));
}
const sent = await write(await createPerson("Ada Example", 1), 0, {
  recipientName: "Mia Berger",
  recipientEmail: reader.user.email,
  deliveryDate: "2020-01-01",
});
await deliverVault(sent);
const [delivery] = await db.select().from(deliveries).where(eq(deliveries.memoryId, sent));
if (!delivery) throw new Error("nothing was delivered");

const prepared: Prepared = {
  owner: { ...(await browserOf(owner)), vaultId: vaults[0] ?? "" },
  owners: await Promise.all(
    Array.from({ length: 8 }, async (_, index) => browserOf(await createPerson(`Sender ${index}`, 1))),
  ),
  reader: { cookie: (await browserOf(reader)).cookie, vaultId: sent },
  opening: `/open/${openingLink(delivery)}`,
  verification: await verificationPath(),
};
console.log(JSON.stringify(prepared));
await closeJobs();
process.exit(0);

type Person = Awaited<ReturnType<typeof createPerson>>;

async function createPerson(fullName: string, vaultLimit: number) {
  const account = await signUp({ fullName, email: `${createId()}@example.org`, password: "Correct-Horse-9" });
  if (!account.ok) throw new Error(account.reason);
  await db.update(profiles).set({ emailVerifiedAt: new Date(), vaultLimit }).where(eq(profiles.id, account.userId));
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, account.userId));
  if (!profile) throw new Error("no profile");
  return { user: toUser(profile), token: await startSession(account.userId) };
}

async function browserOf({ token }: Person) {
  const browser = await createBrowser(token);
  return { cookie: browser.cookie, csrf: browser.csrfToken() };
}

async function write(
  { user }: Person,
  index: number,
  fields: { recipientName: string; recipientEmail: string; deliveryDate?: string },
) {
  const scheduled = await scheduleVault(user, {
    type: "letter",
    title: `For the ${index + 1}. birthday, to be read beside the sea`,
    message: `Dear ${fields.recipientName}, ${"by now you can read this yourself. ".repeat(40)}`,
    deliveryDate: `20${40 + index}-06-14`,
    deliveryHour: 9,
    deliveryZone: "Europe/Berlin",
    submissionId: createId(),
    ...fields,
  });
  if (!scheduled.ok) throw new Error(scheduled.reason);
  return scheduled.id;
}

async function verificationPath(): Promise<string> {
  const address = `${createId()}@example.org`;
  await signUp({ fullName: "Leo Berger", email: address, password: "Correct-Horse-9" });
  return `/verify-address?token=${await mailedToken(address, "verify_address")}`;
}

function recipientNames(): string[] {
  const names = ["Mia Berger", "Leo Yıldız", "Zoë Müller", "Noah O’Connor", "Ana de la Cruz"];
  return Array.from({ length: 20 }, (_, index) => names[index % names.length] ?? "");
}
