import sharp from "sharp";
import { sampleMedia } from "../../../scripts/seed/sample-media.ts";
import { type Account, newPerson, openAccount, today } from "./accounts.ts";
import { query } from "./db.ts";
import { FormClient, hiddenFields } from "./form-client.ts";
import { linkIn, type MailFolder } from "./mailbox.ts";

const BOARD_FORM = "/create?type=memory-board&step=form";

/** Returns the invite link on a page and the id of its form. */
async function inviteIn(client: FormClient, page: string): Promise<{ link: string; formId: string }> {
  const { html } = await client.get(page);
  const link = /value="([^"]+\/join\/[^"]+)"/.exec(html)?.[1];
  if (!link) throw new Error(`There is no invite link on ${page}.`);
  return { link: new URL(link).pathname, formId: hiddenFields(html).formId ?? "" };
}

/** Schedules a board. Returns its id and the path of its invite link. */
export async function openBoard({ client, id }: Pick<Account, "client" | "id">, fields: Record<string, string> = {}) {
  const day = { deliveryDate: "2044-06-14", deliveryZone: "UTC" };
  await client.post(BOARD_FORM, { title: "Otto is eighty", message: "One picture of him, please.", ...day, ...fields });
  const [row] = await query(
    "SELECT id FROM memories WHERE user_id = ? AND type = 'memory-board' AND state = 'scheduled' ORDER BY created_at DESC",
    [id],
  );
  const board = String(row?.id);
  return { board, link: (await inviteIn(client, `/memories/${board}/invite`)).link };
}

/** Schedules a board that is open to its guests, of whom two add pieces. */
export async function inviteToBoard(url: string, { client, id }: Account) {
  const { board, link } = await openBoard(
    { client, id },
    { title: "Grandpa’s eightieth", message: "What we wish you.", isOpen: "on" },
  );
  await client.post(`/memories/${board}/invite`, {
    intent: "add-host",
    hostName: "Lena",
    hostEmail: newPerson().email,
  });
  const [party, noor] = [new FormClient(url), new FormClient(url)];
  const page = await joinParty(party, link, "Karl");
  const [hill, kitchen] = await familyPhotos();
  await addPiece(party, page, "The boat you swore was watertight. Summer of 1987.", hill);
  const other = await joinParty(noor, link, "Aunt Noor");
  const story = "You taught me to ride a bike by letting go without telling me. I noticed at the corner.";
  await addPiece(noor, other, story);
  await addPiece(noor, other, "Your chair. Nobody dares.", kitchen);
  const sound = new File([new Uint8Array(sampleMedia("melody.wav"))], "humming.wav", { type: "audio/wav" });
  await addPiece(noor, other, "How you met Grandma, the way you tell it.", ["audio", sound]);
  await addPiece(party, page, "Forty years next door, and I still have your ladder. Come over. There’s coffee.");
  for (const name of ["Otto", "Hilde", "Otto"]) await joinParty(new FormClient(url), link, name);
  const removed = await joinParty(party, `${link}?another`, "Ute");
  await query("DELETE FROM board_guests WHERE id = ?", [removed.replace("/guest/", "")]);
  // Takes the toasts that are still to be shown.
  await party.get(page);
  await client.get(`/memories/${board}/invite`);
  const guest = other.replace("/guest/", "");
  const [piece] = await query("SELECT id FROM board_posts WHERE guest_id = ? AND kind = 'photo'", [
    page.replace("/guest/", ""),
  ]);
  return { board, guest, link, page, piece: String(piece?.id), removed, party };
}

/** Returns the path of the guest's page. */
async function joinParty(client: FormClient, link: string, name: string): Promise<string> {
  const { status, location } = await client.post(link, { name });
  if (status !== 303 || !location) throw new Error(`Joining a board returned ${status}.`);
  return location;
}

async function addPiece(client: FormClient, page: string, text: string, file?: [string, File]): Promise<void> {
  const { status } = await client.postFiles(`${page}/add`, { text }, file ? [file] : []);
  if (status !== 303) throw new Error(`Adding a piece returned ${status}.`);
}

const CAPTIONS = [
  "The hill behind the house, on the morning when he came back with the bicycle and without the bread",
  "חמישה אנשים במטבח קטן",
  "",
  "At noon, before the rain",
  "What he hummed while he shaved",
];

/** Sends a board due today with photos and a recording, all described but one, and opens it. */
export async function sendBoard({ client, id }: Account, to: Account, mailbox: MailFolder) {
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
  // Without a title the form is refused and keeps its files, which can then be described.
  await client.postFiles(BOARD_FORM, { formId, title: "" }, pieces);
  const files = await query("SELECT id FROM uploads WHERE form_id = ? ORDER BY position", [formId]);
  const described = files.map((file, position) => [`alt_${file.id}`, CAPTIONS[position] ?? ""]);
  const answer = await client.post(BOARD_FORM, { ...fields, ...Object.fromEntries(described) });
  if (answer.status !== 303) throw new Error(`Scheduling a board returned ${answer.status}.`);
  const [row] = await query("SELECT id FROM memories WHERE user_id = ? AND type = 'memory-board'", [id]);
  const board = String(row?.id);
  const opening = linkIn(await mailbox.waitFor(to.email, (mail) => mail.text?.includes(fields.title) ?? false));
  await to.client.post(`${opening}/account`, {}, opening);
  return { board, openedInvite };
}

/** Four photos as fields of a form: two in landscape, one cropped to portrait, one paler. */
export async function familyPhotos(): Promise<[string, File][]> {
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

export type RevealedParty = { partyHost: FormClient; partyRecipient: FormClient; board: string; piece: string };

/** A board that its guests filled and that was revealed to its recipient. It has a co-host. */
export async function revealParty(url: string, mailbox: MailFolder): Promise<RevealedParty> {
  const [{ client, id }, { client: partyRecipient, ...eva }] = await Promise.all([
    openAccount(url, { vaultLimit: 1 }),
    openAccount(url, { person: newPerson("Eva Lind") }),
  ]);
  const fields = {
    title: "Eva’s last day at school",
    message: "Thirty-one years in room 12. Each of us found one thing to say.",
    "boardRecipients[0].name": "Eva Lind",
    "boardRecipients[0].email": eva.email,
    deliveryZone: "UTC",
  };
  const { board, link } = await openBoard({ client, id }, fields);
  await query(
    "INSERT INTO board_hosts (memory_id, email, name, invited_at, accepted_at) VALUES (?, ?, 'Lena', NOW(3), NOW(3))",
    [board, newPerson().email],
  );
  await addEach(url, link);
  const edit = `/create?edit=true&id=${board}`;
  await client.post(edit, { ...fields, deliveryDate: today(), deliveryHour: "0", intent: "schedule" });
  const opening = linkIn(await mailbox.waitFor(eva.email, (mail) => mail.text?.includes(fields.title) ?? false));
  await partyRecipient.post(`${opening}/account`, {}, opening);
  const [piece] = await query("SELECT id FROM board_posts WHERE memory_id = ? ORDER BY created_at LIMIT 1", [board]);
  await client.get("/dashboard");
  return { partyHost: client, partyRecipient, board, piece: String(piece?.id) };
}

async function addEach(url: string, link: string): Promise<void> {
  const [hill, kitchen, sea, noon] = await familyPhotos();
  const sound = new File([new Uint8Array(sampleMedia("melody.wav"))], "song.wav", { type: "audio/wav" });
  const pieces: [name: string, text: string, file?: [string, File], altText?: string][] = [
    ["Class 4b", "Our trip to the hill. You carried two of us.", hill, "Nine children on a hill"],
    ["Mr Okafor", "You never said much in the staff room. You were always there. I got that."],
    ["Jonas, 2009", "First day. I still have the pencil.", kitchen],
    ["The choir", "Three keys, all of them ours.", ["audio", sound]],
    ["Mia", "You taught me to read by letting me be wrong. I noticed much later. Thank you for waiting."],
    ["Mia", "", sea],
    ["Noor’s mother", "She reads to her brother now, in your voice.", noon],
    ["Paul", "I only had you for one year. You remembered my name ten years later."],
  ];
  for (const [name, text, file, altText] of pieces) {
    const guest = new FormClient(url);
    const page = await joinParty(guest, link, name);
    await addPiece(guest, page, text, file);
    if (!altText) continue;
    const [piece] = await query("SELECT id FROM board_posts WHERE guest_id = ?", [page.replace("/guest/", "")]);
    await guest.post(`${page}/pieces/${piece?.id}`, { intent: "save", text, altText });
  }
}
