import { createId } from "@paralleldrive/cuid2";
import { type Account, deliverLetter, newPerson, openAccount, sendLetter, today } from "./accounts.ts";
import { familyPhotos, inviteToBoard, type RevealedParty, revealParty, sendBoard } from "./boards.ts";
import { query } from "./db.ts";
import { FormClient } from "./form-client.ts";
import { createLegacyContact, type LegacyContactData } from "./legacy-contact.ts";
import { bounce } from "./mail-service.ts";
import { linkIn, type MailFolder } from "./mailbox.ts";
import { createPurchases, type PurchaseData } from "./purchases.ts";
import { idIn, openAsReader } from "./reader.ts";

const FORM = "/create?type=send-to-someone&step=form";
const DRAFT = { title: "Not finished yet", intent: "draft" };
const DEMO = { email: "demo@amberkeep.localhost", password: "Amber-demo-1" };

/** Accounts, vaults and links in every state that a page has. */
export type SampleData = {
  /** The demo account, with vaults of every kind in every state. */
  demo: FormClient;
  /** Has just signed up: no vault, email not verified. */
  newcomer: FormClient;
  /** Has one letter, and has not verified its email. */
  unverified: FormClient;
  /** Has one vault, which is its limit. */
  full: FormClient;
  /** Has four of five vaults. */
  nearlyFull: FormClient;
  /** Has the one vault of the free plan, and a second letter saved as a draft. */
  stuck: FormClient;
  /** Has more vaults than fit on one page, and a draft. */
  keeper: FormClient;
  /** Has a vault of which not even the title can be decrypted. */
  unreadable: FormClient;
  /** The id of a delivered vault of the keeper, whose form had unsaved changes. */
  late: string;
  /** Has opened the letter behind `opening`, without an account. */
  reader: FormClient;
  buyer: FormClient;
  /** Has nothing yet, and room for many. */
  writer: FormClient;
  bought: Omit<PurchaseData, "buyer">;
  /** A vault of the demo account in each of these states. */
  vaults: Record<"scheduled" | "sealed" | "delivered" | "held", string>;
  /** The link in the mail of a letter with a photo. */
  opening: string;
  /** The id of the vault behind `opening`, which has a reply, and its share link. */
  replied: string;
  shared: string;
  /** The path of that vault's photo through the share link. */
  sharedPhoto: string;
  /** The id of a vault that cannot be decrypted, so that its page is the error page. */
  broken: string;
  mail: string;
  verification: string;
  unsubscribe: string;
  /** A link that stops a sender's mails. */
  stop: string;
  /** A vault of the keeper whose recipient was asked to confirm their email, and the link in that mail. */
  asked: { id: string; link: string };
  /** A vault of the keeper whose mail bounced, and the link that its backup contact got. */
  returned: { id: string; link: string };
  draft: string;
  /** Received vaults of accounts: one unopened, one opened. */
  received: { unopened: string; opened: string };
  /**
   * A message of the keeper to themself with several photos: the link in its mail, and the path of the second photo.
   */
  gallery: { opening: string; photo: string };
  /** The id of the keeper's board, which its recipient has opened with an account. */
  board: string;
  /** The invite link of that board, now closed. */
  openedInvite: string;
  /** A scheduled board of the keeper, one of its guests, its invite link, and the page and one piece of a guest. */
  invited: { board: string; guest: string; link: string; page: string; piece: string; removed: string };
  /** The browser of that guest, who has added pieces and has no account. */
  party: FormClient;
  /** A board that its guests filled and that was revealed, its host, and its recipient. */
  revealed: Pick<RevealedParty, "board" | "piece">;
  partyHost: FormClient;
  partyRecipient: FormClient;
  trust: LegacyContactData;
  /** The browser of a legacy contact without an account. */
  helper: FormClient;
  /** A recipient's link that was replaced after too many wrong codes. */
  replacedLink: string;
  /** The id of a letter of the keeper for which their backup contact gave another address, and the link that stops it. */
  proposed: { id: string; stop: string };
  /** The link with which the keeper can set a new password. */
  newPassword: string;
  /** The keeper's profile, which is public, and the search that finds them. */
  person: string;
  findable: string;
};

export async function createSampleData(url: string, mailbox: MailFolder): Promise<SampleData> {
  const demo = new FormClient(url);
  await demo.post("/auth?mode=login", DEMO);
  await demo.get("/dashboard");
  const [newcomer, unverified, full, nearlyFull, stuck, keeper, unreadable, writer] = await Promise.all([
    openAccount(url, { isVerified: false }),
    openAccount(url, { isVerified: false }),
    openAccount(url, { vaultLimit: 2 }),
    openAccount(url, { vaultLimit: 5 }),
    openAccount(url, { vaultLimit: 1 }),
    openAccount(url),
    openAccount(url),
    openAccount(url),
  ]);
  for (let number = 1; number <= 4; number += 1) await sendLetter(nearlyFull);
  await sendLetter(stuck);
  await sendLetter(unverified);
  await stuck.client.post(FORM, DRAFT);
  await query(
    "UPDATE profiles SET failed_mail_at = NOW(3), failed_mail_kind = 'weekly_digest', is_failed_mail_refused = 1 WHERE id = ?",
    [stuck.id],
  );
  await stuck.client.get("/dashboard");
  for (let number = 1; number <= 22; number += 1) await sendLetter(keeper, { title: `Letter ${number}` });
  const mia = newPerson("Mia Berger");
  const asked = await sendLetter(keeper, { title: "Asked about", recipientName: mia.name, recipientEmail: mia.email });
  await keeper.client.get(`/memories/${asked}/confirmation`);
  await keeper.client.post(`/memories/${asked}/confirmation`, {});
  const ben = newPerson("Ben Berger");
  const { id: returned } = await deliverLetter(keeper, mailbox, { backupName: ben.name, backupEmail: ben.email });
  await bounce(url, returned, "550 5.1.1 No such user here");
  await keeper.client.post(FORM, DRAFT);
  await keeper.client.get("/dashboard");
  const [draft] = await query("SELECT id FROM memories WHERE user_id = ? AND state = 'draft'", [keeper.id]);
  const late = await changeTooLate(keeper);
  const trust = await createLegacyContact(url, keeper, mailbox);
  const replacedLink = await replaceLink(keeper, mailbox);
  const proposed = await proposeAddress(url, keeper, mailbox);
  const gallery = await sendPhotos(keeper, mailbox);
  const opened = await deliverLetter(keeper, mailbox, { recipientName: full.name, recipientEmail: full.email });
  await full.client.post(`${opened.link}/account`, {}, opened.link);
  const { board, openedInvite } = await sendBoard(keeper, full, mailbox);
  const { party, ...invited } = await inviteToBoard(url, keeper);
  const { partyHost, partyRecipient, ...revealed } = await revealParty(url, mailbox);
  await sendLetter(unreadable);
  await query("UPDATE IGNORE memories SET state = 'delivered', delivered_at = 'never' WHERE user_id = ?", [
    unreadable.id,
  ]);
  await sendLetter(full, { title: "The only one" });
  const broken = await sendLetter(full);
  await query("UPDATE memories SET message_encrypted = 'no longer legible', state = 'scheduled' WHERE id = ?", [
    broken,
  ]);

  const newPassword = await askForPassword(url, keeper, mailbox);
  await keeper.client.post("/settings/privacy", {
    profileVisibility: "public",
    allowSearchByEmail: "on",
    showActivity: "on",
  });
  await keeper.client.get("/dashboard");
  await addExports(full, keeper);
  // The pages that ask for the password again are seen at any time.
  await query("UPDATE sessions SET confirmed_at = NOW(3) + INTERVAL 1 DAY");

  const rows = await query(
    "SELECT m.id, m.state FROM memories m JOIN profiles p ON p.id = m.user_id WHERE p.email = ? ORDER BY m.delivery_at",
    [DEMO.email],
  );
  const firstIn = (wanted: string) => String(rows.find(({ state }) => state === wanted)?.id);
  const letter = await mailbox.waitFor("noor@amberkeep.localhost", (mail) => mail.text?.includes("/open/") ?? false);
  const opening = linkIn(letter);
  const notice = await mailbox.waitFor(DEMO.email, (mail) => mail.text?.includes("/unsubscribe/") ?? false);
  const reader = await openAsReader(url, { delivery: idIn(opening) });
  const replied = await exchangeReplies(demo, reader, opening);
  const shared = await share(demo, replied);
  const sharedPhoto = /href="([^"]+\/photos\/[^"]+)"/.exec((await demo.get(shared)).html)?.[1] ?? "";
  const list = await demo.get("/dev/mail");
  const { buyer, ...bought } = await createPurchases(url, mailbox);
  const [fromLeo] = await query(
    "SELECT memory_id FROM deliveries WHERE recipient_email = ? AND memory_id NOT IN (SELECT m.id FROM memories m JOIN profiles p ON p.id = m.user_id WHERE p.email = ?)",
    [DEMO.email, DEMO.email],
  );
  const question = await mailbox.waitFor(mia.email, /Someone has kept something/);
  return {
    demo,
    newcomer: newcomer.client,
    unverified: unverified.client,
    full: full.client,
    nearlyFull: nearlyFull.client,
    stuck: stuck.client,
    keeper: keeper.client,
    unreadable: unreadable.client,
    reader,
    buyer,
    writer: writer.client,
    bought,
    vaults: {
      // The last one: the first falls due in two minutes.
      scheduled: String(rows.findLast(({ state }) => state === "scheduled")?.id),
      sealed: firstIn("sealed"),
      delivered: firstIn("delivered"),
      held: firstIn("held"),
    },
    opening,
    replied,
    shared,
    sharedPhoto,
    broken,
    mail: /href="(\/dev\/mail\/(?!preview)[^"]+)"/.exec(list.html)?.[1] ?? "",
    asked: { id: asked, link: linkIn(question) },
    stop: /\/stop\/\S+/.exec(question.text ?? "")?.[0] ?? "",
    returned: { id: returned, link: linkIn(await mailbox.waitFor(ben.email, /Can you help us reach/)) },
    unsubscribe: /\/unsubscribe\/\S+/.exec(notice.text ?? "")?.[0] ?? "",
    verification: linkIn(await mailbox.waitFor(unverified.email, /confirm|verify/i)),
    draft: String(draft?.id),
    late,
    received: { unopened: String(fromLeo?.memory_id), opened: opened.id },
    gallery,
    board,
    openedInvite,
    invited,
    party,
    revealed,
    partyHost,
    partyRecipient,
    trust,
    helper: trust.helper,
    replacedLink,
    proposed,
    newPassword,
    person: `/people/${keeper.id}`,
    findable: `/people?${new URLSearchParams({ email: keeper.email })}`,
  };
}

async function askForPassword(url: string, { email, id }: Account, mailbox: MailFolder): Promise<string> {
  await new FormClient(url).post("/auth?mode=reset", { email });
  const link = linkIn(await mailbox.waitFor(email, /choose a new password/i));
  await query("UPDATE link_tokens SET expires_at = NOW(3) + INTERVAL 1 DAY WHERE user_id = ?", [id]);
  return link;
}

/** One that stays half prepared, and one that can be downloaded. */
async function addExports(preparing: Account, done: Account): Promise<void> {
  for (const [account, state, checksum] of [
    [preparing, "preparing", null],
    [done, "ready", 1],
  ] as const) {
    const id = createId();
    await query(
      "INSERT INTO data_exports (id, user_id, state, requested_at, expires_at) VALUES (?, ?, ?, NOW(3), NOW(3) + INTERVAL ? DAY)",
      [id, account.id, state, state === "ready" ? 7 : null],
    );
    for (const [position, bytes] of [86_000_000, 34_000_000].entries()) {
      await query(
        "INSERT INTO data_export_entries (id, export_id, position, path, bytes, checksum, source, content_encrypted, wrapped_key, master_key_id) VALUES (?, ?, ?, 'film.mp4', ?, ?, 'media', '', '', 0)",
        [createId(), id, position, bytes, position === 0 ? 1 : checksum],
      );
    }
  }
}

async function replaceLink(sender: Account, mailbox: MailFolder): Promise<string> {
  const { id, link } = await deliverLetter(sender, mailbox);
  await query("UPDATE deliveries SET link_version = link_version + 1 WHERE memory_id = ?", [id]);
  return link;
}

async function proposeAddress(url: string, sender: Account, mailbox: MailFolder): Promise<SampleData["proposed"]> {
  const bo = newPerson("Bo Berger");
  const { id } = await deliverLetter(sender, mailbox, { backupName: bo.name, backupEmail: bo.email });
  await bounce(url, id, "550 5.1.1 No such user here");
  const asked = linkIn(await mailbox.waitFor(bo.email, /Can you help us reach/));
  await new FormClient(url).post(asked, { email: newPerson().email });
  const notice = await mailbox.waitFor(sender.email, (mail) => mail.text?.includes("/address-stop/") ?? false);
  return { id, stop: /\/address-stop\/\S+/.exec(notice.text ?? "")?.[0] ?? "" };
}

/** Sends a message to the future self, due today and with photos, and opens it. */
async function sendPhotos({ email, client }: Account, mailbox: MailFolder): Promise<SampleData["gallery"]> {
  const photos = await familyPhotos();
  const fields = { title: "To me, after the summer", message: "Do you still swim in October?\n\nI hope so." };
  const day = { deliveryDate: today(), deliveryHour: "0", deliveryZone: "UTC" };
  const answer = await client.postFiles("/create?type=future-self&step=form", { ...fields, ...day }, photos);
  if (answer.status !== 303) throw new Error(`Scheduling photos returned ${answer.status}.`);
  const opening = linkIn(await mailbox.waitFor(email, (mail) => mail.text?.includes("/open/") ?? false));
  await client.post(`${opening}/account`, {}, opening);
  const [photo] = await query(
    "SELECT m.memory_id, m.id FROM media m JOIN deliveries d ON d.memory_id = m.memory_id WHERE d.id = ? ORDER BY m.position LIMIT 1 OFFSET 1",
    [idIn(opening)],
  );
  return { opening, photo: `/memories/${photo?.memory_id}/photos/${photo?.id}` };
}

/** Lets the reader and the sender of a letter exchange replies, unless they have. Returns the id of the vault. */
async function exchangeReplies(sender: FormClient, reader: FormClient, opening: string): Promise<string> {
  const rows = await query("SELECT memory_id FROM deliveries WHERE id = ?", [idIn(opening)]);
  const id = String(rows[0]?.memory_id);
  const [written] = await query("SELECT id FROM replies WHERE delivery_id = ? LIMIT 1", [idIn(opening)]);
  if (written) return id;
  await reader.post(`${opening}/replies`, { text: "I read it three times, the last time aloud.\n\nThank you." });
  await sender.post(`/memories/${id}/replies?with=${idIn(opening)}`, { text: "Then I chose the right day." });
  return id;
}

/** Returns the path of the vault's share link; creates it unless it exists. */
async function share(sender: FormClient, id: string): Promise<string> {
  const link = async () => /value="([^"]+\/s\/[^"]+)"/.exec((await sender.get(`/memories/${id}/share`)).html)?.[1];
  const url = (await link()) ?? (await sender.post(`/memories/${id}/share`, { lastDay: "2044-06-14" }).then(link));
  if (!url) throw new Error("No link to share was made.");
  return new URL(url).pathname;
}

/** Begins to change a letter, which is delivered before that is saved. Returns its id. */
async function changeTooLate(keeper: Account): Promise<string> {
  const id = await sendLetter(keeper, { title: "The plum cake", message: "Take the old tin." });
  const message = "Take the old tin, and half the sugar.\n\nGrandma never wrote it down. I did.";
  await keeper.client.post(`/create?edit=true&id=${id}`, { title: "The plum cake", message, intent: "draft" });
  await query("UPDATE memories SET state = 'delivered', delivered_at = NOW(3) WHERE id = ?", [id]);
  await keeper.client.get("/dashboard");
  return id;
}
