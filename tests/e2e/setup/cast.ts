import sharp from "sharp";
import { sampleMedia } from "../../../scripts/seed/sample-media.ts";
import { FormClient, hiddenFields } from "./form-client.ts";
import { bounce } from "./mail-service.ts";
import { linkIn, type Mailbox } from "./mailbox.ts";
import { type Account, deliverLetter, openAccount, sendLetter, somePerson, today } from "./people.ts";
import { idIn, readerOf } from "./reader.ts";
import { type Trust, trustSomebody } from "./trust.ts";
import { ask } from "./truth.ts";

const FORM = "/create?type=send-to-someone&step=form";
const DRAFT = { title: "Not finished yet", intent: "draft" };
const DEMO = { email: "demo@amberkeep.localhost", password: "Amber-demo-1" };

/** The people whose pages are looked at, and where their vaults stand. */
export type Cast = {
  /** The demo account, with vaults of every kind in every state. */
  demo: FormClient;
  /** Has just signed up: no vault, address not verified. */
  newcomer: FormClient;
  /** Has one vault, and room for no more. */
  full: FormClient;
  /** Has four vaults and room for five. */
  nearlyFull: FormClient;
  /** Has the one vault of the free plan, and wrote another letter that was kept as a draft. */
  stuck: FormClient;
  /** Has more vaults than one page holds, and a draft. */
  keeper: FormClient;
  /** Has a vault that cannot be decrypted, not even its title. */
  unlucky: FormClient;
  /** Has opened the letter behind `opening`, without an account. */
  reader: FormClient;
  /** One of the demo's vaults for each of these states. */
  vaults: Record<"scheduled" | "sealed" | "delivered" | "held", string>;
  /** The link to a letter with a photo, as its mail carried it. */
  opening: string;
  /** The id of the vault behind `opening`, which its reader has answered, and the link by which it is shared. */
  replied: string;
  shared: string;
  /** Its photo, as who follows that link sees it. */
  sharedPhoto: string;
  /** The id of a vault that cannot be decrypted: its page is the error page. */
  broken: string;
  /** The id of a mail as /dev/mail names it. */
  mail: string;
  /** Somebody's link that verifies their address. */
  verification: string;
  /** The link that ends the mails about what was handed over, as such a mail carried it. */
  unsubscribe: string;
  /** A vault of the keeper's whose recipient was asked whether the address is theirs, and the link that they got. */
  asked: { id: string; link: string };
  /** A vault of the keeper's whose letter came back, and the link that its backup contact got. */
  returned: { id: string; link: string };
  /** The keeper's draft. */
  draft: string;
  /** A vault that somebody with an account got, unopened, and one that they have opened there. */
  received: { unopened: string; opened: string };
  /** What the keeper sent to themself, with several photos: the link of its mail, and the photo in the middle. */
  gallery: { opening: string; photo: string };
  /** The id of the keeper's board, as somebody with an account got it and opened it. */
  board: string;
  /** The link by which guests joined that board before it was opened. */
  openedInvite: string;
  /** A board of the keeper's that waits, with a guest on its list, and the link by which guests join. */
  invited: { board: string; guest: string; link: string };
  /** What the keeper has entrusted to others. */
  trust: Trust;
  /** Helps the keeper, without an account. */
  helper: FormClient;
};

export async function assembleCast(url: string, mailbox: Mailbox): Promise<Cast> {
  const demo = new FormClient(url);
  await demo.post("/auth?mode=login", DEMO);
  await demo.get("/dashboard");
  const [newcomer, full, nearlyFull, stuck, keeper, unlucky] = await Promise.all([
    openAccount(url, { isVerified: false }),
    openAccount(url, { vaultLimit: 2 }),
    openAccount(url, { vaultLimit: 5 }),
    openAccount(url, { vaultLimit: 1 }),
    openAccount(url),
    openAccount(url),
  ]);
  for (let number = 1; number <= 4; number += 1) await sendLetter(nearlyFull);
  await sendLetter(stuck);
  await stuck.client.post(FORM, DRAFT);
  await stuck.client.get("/dashboard");
  for (let number = 1; number <= 22; number += 1) await sendLetter(keeper, { title: `Letter ${number}` });
  const mia = somePerson("Mia Berger");
  const asked = await sendLetter(keeper, { title: "Asked about", recipientName: mia.name, recipientEmail: mia.email });
  await keeper.client.get(`/memories/${asked}/confirmation`);
  await keeper.client.post(`/memories/${asked}/confirmation`, {});
  const ben = somePerson("Ben Berger");
  const { id: returned } = await deliverLetter(keeper, mailbox, { backupName: ben.name, backupEmail: ben.email });
  await bounce(url, returned, "550 5.1.1 No such user here");
  await keeper.client.post(FORM, DRAFT);
  await keeper.client.get("/dashboard");
  const [draft] = await ask("SELECT id FROM memories WHERE user_id = ? AND state = 'draft'", [keeper.id]);
  const trust = await trustSomebody(url, keeper, mailbox);
  const gallery = await sendPhotos(keeper, mailbox);
  const opened = await deliverLetter(keeper, mailbox, { recipientName: full.name, recipientEmail: full.email });
  await full.client.post(`${opened.link}/account`, {}, opened.link);
  const { board, openedInvite } = await sendBoard(keeper, full, mailbox);
  const invited = await inviteToBoard(url, keeper);
  const lost = await sendLetter(unlucky);
  await ask("UPDATE memories SET title_encrypted = 'no longer legible' WHERE id = ?", [lost]);
  await sendLetter(full, { title: "The only one" });
  const broken = await sendLetter(full);
  await ask("UPDATE memories SET message_encrypted = 'no longer legible', state = 'scheduled' WHERE id = ?", [broken]);

  const rows = await ask(
    "SELECT m.id, m.state FROM memories m JOIN profiles p ON p.id = m.user_id WHERE p.email = ? ORDER BY m.delivery_at",
    [DEMO.email],
  );
  const firstIn = (wanted: string) => String(rows.find(({ state }) => state === wanted)?.id);
  const letter = await mailbox.waitFor("noor@amberkeep.localhost", (mail) => mail.text?.includes("/open/") ?? false);
  const opening = linkIn(letter);
  const notice = await mailbox.waitFor(DEMO.email, (mail) => mail.text?.includes("/unsubscribe/") ?? false);
  const reader = await readerOf(url, { delivery: idIn(opening) });
  const replied = await correspond(demo, reader, opening);
  const shared = await share(demo, replied);
  const sharedPhoto = /href="([^"]+\/photos\/[^"]+)"/.exec((await demo.get(shared)).html)?.[1] ?? "";
  const list = await demo.get("/dev/mail");
  const [fromLeo] = await ask(
    "SELECT memory_id FROM deliveries WHERE recipient_email = ? AND memory_id NOT IN (SELECT m.id FROM memories m JOIN profiles p ON p.id = m.user_id WHERE p.email = ?)",
    [DEMO.email, DEMO.email],
  );
  return {
    demo,
    newcomer: newcomer.client,
    full: full.client,
    nearlyFull: nearlyFull.client,
    stuck: stuck.client,
    keeper: keeper.client,
    unlucky: unlucky.client,
    reader,
    vaults: {
      // The letter that falls due in two minutes would be gone in the middle of the work.
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
    mail: /href="(\/dev\/mail\/[^"]+)"/.exec(list.html)?.[1] ?? "",
    asked: { id: asked, link: linkIn(await mailbox.waitFor(mia.email, /Someone has kept something/)) },
    returned: { id: returned, link: linkIn(await mailbox.waitFor(ben.email, /Can you help us reach/)) },
    unsubscribe: /\/unsubscribe\/\S+/.exec(notice.text ?? "")?.[0] ?? "",
    verification: linkIn(await mailbox.waitFor(newcomer.email, /confirm|verify/i)),
    draft: String(draft?.id),
    received: { unopened: String(fromLeo?.memory_id), opened: opened.id },
    gallery,
    board,
    openedInvite,
    invited,
    trust,
    helper: trust.helper,
  };
}

/** A message to the future self of today, as a browser without script sends it, and its opening. */
async function sendPhotos({ email, client }: Account, mailbox: Mailbox): Promise<Cast["gallery"]> {
  const photos = await familyPhotos();
  const fields = { title: "To me, after the summer", message: "Do you still swim in October?\n\nI hope so." };
  const day = { deliveryDate: today(), deliveryHour: "0", deliveryZone: "UTC" };
  const answer = await client.postFiles("/create?type=future-self&step=form", { ...fields, ...day }, photos);
  if (answer.status !== 303) throw new Error(`Scheduling photos answered ${answer.status}.`);
  const opening = linkIn(await mailbox.waitFor(email, (mail) => mail.text?.includes("/open/") ?? false));
  await client.post(`${opening}/account`, {}, opening);
  const [photo] = await ask(
    "SELECT m.memory_id, m.id FROM media m JOIN deliveries d ON d.memory_id = m.memory_id WHERE d.id = ? ORDER BY m.position LIMIT 1 OFFSET 1",
    [idIn(opening)],
  );
  return { opening, photo: `/memories/${photo?.memory_id}/photos/${photo?.id}` };
}

const BOARD_FORM = "/create?type=memory-board&step=form";

/** The link that stands in a page, and the id of the form that it belongs to. */
async function inviteIn(client: FormClient, page: string): Promise<{ link: string; formId: string }> {
  const { html } = await client.get(page);
  const link = /value="([^"]+\/join\/[^"]+)"/.exec(html)?.[1];
  if (!link) throw new Error(`There is no invite link on ${page}.`);
  return { link: new URL(link).pathname, formId: hiddenFields(html).formId ?? "" };
}

/** A board that waits, and two who have joined it, one with an address. */
async function inviteToBoard(url: string, { client, id }: Account): Promise<Cast["invited"]> {
  const fields = { title: "When Lena turns eighteen", message: "What I wish you.", deliveryDate: "2044-06-14" };
  await client.post(BOARD_FORM, fields);
  const [row] = await ask(
    "SELECT id FROM memories WHERE user_id = ? AND type = 'memory-board' AND state = 'scheduled' ORDER BY created_at DESC",
    [id],
  );
  const board = String(row?.id);
  const { link } = await inviteIn(client, `/memories/${board}/invite`);
  const somebody = somePerson("Ben Berger");
  for (const guest of [
    { name: "Aunt Noor", email: "" },
    { name: somebody.name, email: somebody.email },
  ]) {
    const answer = await new FormClient(url).post(link, guest);
    if (answer.status !== 303) throw new Error(`Joining a board answered ${answer.status}.`);
  }
  const [guest] = await ask("SELECT id FROM board_guests WHERE memory_id = ? ORDER BY joined_at", [board]);
  return { board, guest: String(guest?.id), link };
}

const CAPTIONS = [
  "The hill behind the house, on the morning when he came back with the bicycle and without the bread",
  "חמישה אנשים במטבח קטן",
  "",
  "At noon, before the rain",
  "What he hummed while he shaved",
];

/** A board of today with a voice among its photos, each described but one, and opened by whom it went to. */
async function sendBoard({ client, id }: Account, to: Account, mailbox: Mailbox) {
  const sound = new File([new Uint8Array(sampleMedia("melody.wav"))], "humming.wav", { type: "audio/wav" });
  const pieces: [string, File][] = [...(await familyPhotos()), ["audio", sound]];
  const { link: openedInvite, formId } = await inviteIn(client, BOARD_FORM);
  const fields = {
    formId,
    title: "Eighty years of Otto",
    message: "We asked everybody for one picture of you.\n\nSome sent more.",
    "boardRecipients[0].name": to.name,
    "boardRecipients[0].email": to.email,
    deliveryDate: today(),
    deliveryHour: "0",
    deliveryZone: "UTC",
  };
  const answer = await client.postFiles(BOARD_FORM, fields, pieces);
  if (answer.status !== 303) throw new Error(`Scheduling a board answered ${answer.status}.`);
  const [row] = await ask("SELECT id FROM memories WHERE user_id = ? AND type = 'memory-board'", [id]);
  const board = String(row?.id);
  for (const [position, caption] of CAPTIONS.entries()) {
    await ask("UPDATE media SET alt_text = ? WHERE memory_id = ? AND position = ?", [caption, board, position]);
  }
  const opening = linkIn(await mailbox.waitFor(to.email, (mail) => mail.text?.includes(fields.title) ?? false));
  await to.client.post(`${opening}/account`, {}, opening);
  return { board, openedInvite };
}

/** Four photos as fields of a form: two landscape as the demo has them, one cropped to portrait, one paler. */
async function familyPhotos(): Promise<[string, File][]> {
  const photos = {
    "The hill.jpg": sampleMedia("hills.jpg"),
    "The kitchen.jpg": await sharp(sampleMedia("kitchen.jpg")).resize(640, 800).jpeg().toBuffer(),
    "The sea.jpg": sampleMedia("sea.jpg"),
    "At noon.jpg": await sharp(sampleMedia("hills.jpg"))
      .resize(800, 640)
      .modulate({ hue: 11, brightness: 1.1 })
      .jpeg()
      .toBuffer(),
  };
  return Object.entries(photos).map(([name, content]) => [
    "photo",
    new File([new Uint8Array(content)], name, { type: "image/jpeg" }),
  ]);
}

/** The reader of a letter writes back, and its sender answers, once. Answers the id of the vault. */
async function correspond(sender: FormClient, reader: FormClient, opening: string): Promise<string> {
  const rows = await ask("SELECT memory_id FROM deliveries WHERE id = ?", [idIn(opening)]);
  const id = String(rows[0]?.memory_id);
  const [written] = await ask("SELECT id FROM replies WHERE delivery_id = ? LIMIT 1", [idIn(opening)]);
  if (written) return id;
  await reader.post(`${opening}/replies`, { text: "I read it three times, the last time aloud.\n\nThank you." });
  await sender.post(`/memories/${id}/replies?with=${idIn(opening)}`, { text: "Then I chose the right day." });
  return id;
}

/** The path of a link that shows the vault. Whoever assembles the cast again finds the one that is there. */
async function share(sender: FormClient, id: string): Promise<string> {
  const link = async () => /value="([^"]+\/s\/[^"]+)"/.exec((await sender.get(`/memories/${id}/share`)).html)?.[1];
  const url = (await link()) ?? (await sender.post(`/memories/${id}/share`, { lastDay: "2044-06-14" }).then(link));
  if (!url) throw new Error("No link to share was made.");
  return new URL(url).pathname;
}
