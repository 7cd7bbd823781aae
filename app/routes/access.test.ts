import { createId } from "@paralleldrive/cuid2";
import { addDays, subDays, subHours } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { type CodeScope, createReadingSession, READING_HOURS } from "~/domain/codes/one-time-code.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { addMedia, listMedia } from "~/domain/media/media.server";
import { storageProof } from "~/domain/media/storage-proof.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { findCorrespondents } from "~/domain/reply/conversation.server";
import { writeReply } from "~/domain/reply/write-reply.server";
import { createShare, shareTokenFor } from "~/domain/share/shares.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { claimCookie } from "~/http/cookies.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, legacyWaits, memories, replies, replyMedia, shares } from "~db/schema";
import type { LegacyRequestState } from "~db/schema/states";
import { png } from "../../tests/corpus/photos";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { askAbout, createContact, helperOf, passLegacyWait } from "../../tests/factories/legacy";
import { createLetter, deliveriesOf, reportEvent, storedVault } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";

type Handler = Parameters<typeof answerOf>[0];
type Route = { loader?: Handler; action?: Handler };

/** The form, and every route below a vault, a file or a link to a vault. */
const ROUTES = import.meta.glob<Route>(
  [
    "./create.tsx",
    "./memories.$id*.tsx",
    "./media.$id.tsx",
    "./open.$link*.tsx",
    "./legacy.$link*.tsx",
    "./s.$token.tsx",
  ],
  { eager: true },
);

const SECRET = "Only for you, Mia";
const ANYTHING = { email: "mia@example.net", recipientEmail: "mia@example.net", text: "Hello", showsDay: "on" };
const NOW = new Date();

/** Ids and tokens in a vault's URLs; guesses where it has none. */
type Vault = Record<"id" | "photo" | "reply" | "link" | "help" | "token", string>;
type Address = {
  file: string;
  params?: (vault: Vault) => Record<string, string>;
  query?: (vault: Vault) => Record<string, string>;
  /** Also tried with a share's token, even on routes that must not accept it. */
  isTriedByShare?: boolean;
};

const ofVault = (page: string): Address => ({ file: `memories.$id_.${page}`, params: ({ id }) => ({ id }) });
const byShare = (page: string): Address => ({ ...ofVault(page), isTriedByShare: true });
const ofLink = (page: string): Address => ({ file: `open.$link_.${page}`, params: ({ link }) => ({ link }) });
const ofHelp = (page: string): Address => ({ file: `legacy.$link_.${page}`, params: ({ help }) => ({ link: help }) });
const editing: Address = { file: "create", query: ({ id }) => ({ edit: "true", id }) };
const copying: Address = { file: "create", query: ({ id }) => ({ type: "letter", step: "form", duplicateFrom: id }) };
const ofFile = (name: "photo" | "reply", query: Record<string, string> = {}): Address => ({
  file: "media.$id",
  params: (vault) => ({ id: vault[name] }),
  query: () => query,
  isTriedByShare: true,
});

/** Columns of the tables below, by group. */
const ADDRESSES: Address[][] = [
  [{ file: "memories.$id", params: ({ id }) => ({ id }) }, editing, copying],
  [
    ofVault("address"),
    ofVault("calendar"),
    ofVault("cancel"),
    ofVault("card"),
    ofVault("confirmation"),
    ofVault("discard"),
    ofVault("changes"),
    ofVault("finish"),
    ofVault("record"),
    ofVault("rehearsal"),
    ofVault("rehearsal_.mail"),
    ofVault("seal"),
    ofVault("invite"),
    { file: "memories.$id_.guests.$guest", params: ({ id, photo }) => ({ id, guest: photo }) },
    ofVault("pieces"),
    ofVault("wall"),
    ofVault("live"),
    ofVault("cards"),
    ofVault("host"),
    ofVault("thanks"),
    { file: "memories.$id_.report.$post", params: ({ id, photo }) => ({ id, post: photo }) },
    ofVault("replies_.close"),
  ],
  [
    byShare("certificate"),
    byShare("keepsake"),
    ofVault("replies"),
    ofVault("share"),
    { ...byShare("photos.$photo"), params: ({ id, photo }) => ({ id, photo }) },
  ],
  [ofFile("photo"), ofFile("photo", { width: "320" }), ofFile("reply")],
  [
    { file: "open.$link", params: ({ link }) => ({ link }) },
    ofLink("account"),
    ofLink("block"),
    ofLink("code"),
    ofLink("decline"),
    ofLink("later"),
    ofLink("replies"),
    ofLink("share"),
    ofLink("replaced"),
    ofLink("thanks"),
    ofLink("keepsake"),
    ofLink("close"),
  ],
  [
    { file: "legacy.$link", params: ({ help }) => ({ link: help }) },
    ofHelp("address"),
    ofHelp("code"),
    ofHelp("read"),
    ofHelp("view"),
    ofHelp("replaced"),
    ofHelp("close"),
  ],
  [{ file: "s.$token", params: ({ token }) => ({ token }) }],
];

type Seen = { browser: Browser; token?: string };

const guessed = (): Vault => ({
  id: createId(),
  photo: createId(),
  reply: createId(),
  link: `${createId()}.${"a".repeat(43)}`,
  help: `${createId()}.${createId()}.${"a".repeat(43)}`,
  token: shareTokenFor(createId()),
});

async function fetched({ browser, token }: Seen, { file, params, query, isTriedByShare }: Address, vault: Vault) {
  const values = params?.(vault) ?? {};
  const search = new URLSearchParams({ ...query?.(vault), ...(token && isTriedByShare && { share: token }) });
  const loader = ROUTES[`./${file}.tsx`]?.loader;
  if (!loader) throw new Error(`There is no page ${file}.`);
  const request = pageRequest(`${pathOf(file, values)}?${search}`, browser);
  const answer = await answerOf(loader, request, browser, values);
  const body = Buffer.from(await answer.arrayBuffer());
  return { answer, body, told: told(answer, body, vault) };
}

const pathOf = (file: string, params: Record<string, string>) =>
  `/${file.replaceAll("_", "").replaceAll(".", "/")}`.replace(/\$(\w+)/g, (_, name) => params[name] ?? "");

/** A response without the parts of the URL that it repeats. */
function told({ status, headers }: Response, body: Buffer, vault: Vault): string {
  const said = [status, ...[...headers].map(String), body.toString("latin1")].join("\n");
  return Object.entries(vault).reduce(
    (text, [name, value]) => text.replaceAll(value, name).replaceAll(encodeURIComponent(value), name),
    said,
  );
}

/** Y: content; p: page without content; -: 404; a: login; d: dashboard; m: vault; o, h: code prompts; c: the form. */
function letterOf({ status, headers }: Response, body: Buffer): string {
  if (status === 404) return "-";
  const to = headers.get("Location");
  if (to)
    return (
      { auth: "a", dashboard: "d", memories: "m", open: "o", legacy: "h", create: "c" }[to.split(/[/?]/)[1] ?? ""] ?? to
    );
  if (status !== 200) return String(status);
  const type = headers.get("Content-Type") ?? "";
  const isFile = type.startsWith("image/") || type === "application/zip";
  return isFile || body.includes(SECRET) || body.includes('"salt"') ? "Y" : "p";
}

async function browserReading(scope: CodeScope, from = NOW, browser?: Browser): Promise<Browser> {
  const token = await inTransaction((tx) => createReadingSession(tx, scope, from));
  return withReading(token, browser);
}

async function withReading(token: string, given?: Browser): Promise<Browser> {
  const browser = given ?? (await createBrowser());
  const headers = { "Set-Cookie": await rememberReading(pageRequest("/", browser), token) };
  return withCookiesOf(browser, new Response(null, { headers }));
}

/** Opens another letter with a code, one with a card, and the page of a legacy contact. */
async function readingOthers(browser: Browser): Promise<Browser> {
  const { user } = await createUser({ vaultLimit: 9 });
  const letter = await createLetter(user, { title: "Another", deliveryDate: "2020-01-01" });
  await deliverVault(letter);
  const carded = await createLetter(user, { title: "With a card", deliveryDate: "2020-01-01" });
  const claim = await claimVault((await makeCard(user, carded, { showsDay: false })) ?? "");
  if (!claim.ok) throw new Error(claim.reason);
  const contact = await createContact(user, { viewContent: true });
  const reader = await withReading(
    claim.token,
    await browserReading({ deliveryId: (await deliveryOf(letter)).id }, NOW, browser),
  );
  return browserReading({ contactId: contact.id }, NOW, reader);
}

async function withPhoto(owner: User, overrides: Parameters<typeof createLetter>[1]) {
  const id = await createLetter(owner, { message: SECRET, ...overrides });
  const photo = await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
  return { ...guessed(), id, photo };
}

async function deliveryOf(vaultId: string) {
  const [delivery] = await deliveriesOf(vaultId);
  if (!delivery) throw new Error("It was not delivered.");
  return delivery;
}

async function createWaiting(isSealed: boolean) {
  const [owner, recipient] = [await createUser({ vaultLimit: 9 }), await createUser()];
  const vault = await withPhoto(owner.user, { recipientEmail: recipient.user.email, deliveryDate: "2080-01-01" });
  if (isSealed) await sealVault(owner.user, vault.id);
  const code = (await makeCard(owner.user, vault.id, { showsDay: true })) ?? "";
  expect(await claimVault(code)).toMatchObject({ reason: "waiting" });
  const headers = { "Set-Cookie": await claimCookie.serialize(code) };
  const contact = await createContact(owner.user, { viewContent: true, receiveDuplicate: true });
  const help = helpLink({ contactId: contact.id, vaultId: vault.id, linkVersion: 0 });
  const seenBy: Record<string, Seen> = {
    visitor: { browser: await createBrowser() },
    stranger: await createUser(),
    owner,
    recipient,
    "with a card": { browser: await withCookiesOf(await createBrowser(), new Response(null, { headers })) },
    contact: { browser: await browserReading({ contactId: contact.id }) },
  };
  return { vault: { ...vault, help }, seenBy };
}

/** Sealed, delivered and opened, with a reply, a file and share links. */
async function createArrived() {
  const [owner, recipient] = [await createUser({ vaultLimit: 9 }), await createUser()];
  const vault = await withPhoto(owner.user, { recipientEmail: recipient.user.email, deliveryDate: "2020-01-01" });
  await sealVault(owner.user, vault.id);
  await deliverVault(vault.id);
  const delivery = await deliveryOf(vault.id);
  const link = openingLink(delivery);
  const second = { recipientEmail: `${createId()}@example.net` };
  await db.update(deliveries).set({ firstEmail: second.recipientEmail }).where(eq(deliveries.id, delivery.id));
  await inTransaction((tx) => recordOpening(tx, delivery, NOW));
  await db.update(memories).set({ state: "delivered", deliveredAt: NOW }).where(eq(memories.id, vault.id));
  const viewed = await viewVault({ openedDeliveryIds: [delivery.id] }, vault.id);
  const between = viewed && (await findCorrespondents(viewed));
  if (!viewed || !between) throw new Error("It is not open.");
  const formId = createId();
  const files = { owner: uploadOwner({ visitorToken: createId() }), formId };
  expect(await writeReply(viewed, between, { formId, text: SECRET, files })).toEqual({ ok: true });
  const [reply] = await db.select().from(replies).where(eq(replies.deliveryId, delivery.id));
  const saved = (await listMedia(vault.id)).find(({ id }) => id === vault.photo);
  const { vaultId: _, ...photo } = saved ?? expect.unreachable();
  const place = { id: createId(), replyId: reply?.id ?? "", storageKey: photo.storageKey };
  const file = { ...photo, ...place, storageProof: storageProof(place), position: 0, createdAt: NOW };
  await db.insert(replyMedia).values(file);
  const code = (await makeCard(owner.user, vault.id, { showsDay: false })) ?? "";
  const claim = await claimVault(code);
  if (!claim.ok) throw new Error(claim.reason);
  const tokenOf = async (days: number) => {
    const made = await createShare(viewed, addDays(NOW, days));
    if (!made.ok) throw new Error(made.reason);
    return { id: made.id, token: shareTokenFor(made.id) };
  };
  const [live, revoked, ended] = [await tokenOf(1), await tokenOf(2), await tokenOf(3)];
  await db.update(shares).set({ revokedAt: NOW }).where(eq(shares.id, revoked.id));
  await db.update(shares).set({ endsAt: NOW }).where(eq(shares.id, ended.id));
  const contact = await createContact(owner.user, { viewContent: true, receiveDuplicate: true });
  const help = helpLink({ contactId: contact.id, vaultId: vault.id, linkVersion: 0 });
  const bare = { browser: await createBrowser() };
  const read = () => browserReading({ deliveryId: delivery.id });
  const seenBy: Record<string, Seen> = {
    visitor: bare,
    stranger: await createUser(),
    owner,
    recipient,
    "not verified": await createUser({ email: second.recipientEmail, verified: false }),
    reader: { browser: await read() },
    "reader, then of other letters": { browser: await readingOthers(await read()) },
    "reader of other letters": { browser: await readingOthers(await createBrowser()) },
    "too late": { browser: await browserReading({ deliveryId: delivery.id }, subHours(NOW, READING_HOURS)) },
    "with a card": { browser: await withReading(claim.token) },
    "with a card, then of other letters": { browser: await readingOthers(await withReading(claim.token)) },
    "with a code, then a card": { browser: await withReading(claim.token, await read()) },
    contact: { browser: await browserReading({ contactId: contact.id }) },
    shared: { ...bare, token: live.token },
    revoked: { ...bare, token: revoked.token },
    ended: { ...bare, token: ended.token },
  };
  return { vault: { ...vault, link, help, reply: file.id }, seenBy };
}

async function createHeld() {
  const [owner, recipient] = [await createUser({ vaultLimit: 9 }), await createUser()];
  const vault = await withPhoto(owner.user, { recipientEmail: recipient.user.email, deliveryDate: "2020-01-01" });
  await deliverVault(vault.id);
  const delivery = await deliveryOf(vault.id);
  await reportEvent(delivery.messageId, "bounced", "550 5.1.1 No such user here");
  await db.update(deliveries).set({ openedAt: null }).where(eq(deliveries.id, delivery.id));
  const agoInDays = (days: number) => subDays(NOW, days);
  const copyFor = async (state: LegacyRequestState) => {
    const contact = await createContact(owner.user, { receiveDuplicate: true });
    await db
      .update(legacyWaits)
      .set({ state, opensAt: agoInDays(10) })
      .where(eq(legacyWaits.contactId, contact.id));
    return contact;
  };
  const contactOf = async (
    askedAt: Date,
    change: Partial<typeof legacyContacts.$inferInsert> = {},
    state?: LegacyRequestState,
  ) => {
    const contact = await createContact(owner.user, { viewContent: true });
    await askAbout(delivery, askedAt);
    expect(await requestView(await helperOf(contact.id, vault.id), askedAt)).toBe(true);
    await passLegacyWait(vault.id, NOW);
    if (state) await db.update(legacyWaits).set({ state }).where(eq(legacyWaits.contactId, contact.id));
    if (change.state || change.viewContent !== undefined) {
      await db.update(legacyContacts).set(change).where(eq(legacyContacts.id, contact.id));
    }
    return contact;
  };
  const seenOf = async (contact: { id: string }, from = NOW): Promise<Seen & { contactId: string }> => ({
    browser: await browserReading({ contactId: contact.id }, from),
    contactId: contact.id,
  });
  const unasked = await createContact(owner.user, { viewContent: true });
  const open = await contactOf(agoInDays(40));
  const seenBy: Record<string, Seen & { contactId?: string }> = {
    invited: await seenOf(await contactOf(agoInDays(40), { state: "invited" })),
    declined: await seenOf(await contactOf(agoInDays(40), { state: "declined" })),
    unasked: await seenOf(unasked),
    waiting: await seenOf(await contactOf(agoInDays(29))),
    "not allowed": await seenOf(await contactOf(agoInDays(40), { viewContent: false })),
    stopped: await seenOf(await contactOf(agoInDays(40), {}, "stopped")),
    over: await seenOf(await contactOf(agoInDays(40), {}, "over")),
    "too late": await seenOf(open, subHours(NOW, READING_HOURS)),
    open: await seenOf(open),
    "by account": { ...(await createUser({ email: open.email })), contactId: open.id },
    "no copy yet": await seenOf(await copyFor("waiting")),
    "has a copy": await seenOf(await copyFor("open")),
    recipient,
    owner,
  };
  return { vault: { ...vault, link: openingLink(delivery) }, seenBy };
}

const none = new Map<string, string>();

/** The response for a vault that never existed. */
async function responseForMissing(seen: Seen, address: Address): Promise<string> {
  const key = `${"user" in seen} ${seen.token !== undefined} ${ADDRESSES.flat().indexOf(address)}`;
  const told = none.get(key) ?? (await fetched(seen, address, guessed())).told;
  none.set(key, told);
  return told;
}

async function tableOf({ vault, seenBy }: { vault: Vault; seenBy: Record<string, Seen & { contactId?: string }> }) {
  const table: Record<string, string> = {};
  for (const [viewer, seen] of Object.entries(seenBy)) {
    const help = seen.contactId
      ? helpLink({ contactId: seen.contactId, vaultId: vault.id, linkVersion: 0 })
      : vault.help;
    const theirs = { ...vault, help, token: seen.token ?? vault.token };
    const groups: string[] = [];
    for (const group of ADDRESSES) {
      let letters = "";
      for (const address of group) {
        const { answer, body, told } = await fetched(seen, address, theirs);
        const letter = letterOf(answer, body);
        letters += letter;
        const cell = `${viewer}, ${address.file}`;
        if (letter !== "Y") expect(body.includes(SECRET), cell).toBe(false);
        // A forbidden vault must look like one that never existed.
        if ("-ad".includes(letter)) expect(told, cell).toBe(await responseForMissing(seen, address));
      }
      groups.push(letters);
    }
    table[viewer] = groups.join(" ");
  }
  return table;
}

/**
 * Rows are viewers, letters are URLs in the order of ADDRESSES: page and form; owner's pages; reader's pages; files;
 * recipient's link; legacy contact's link; share link.
 */
const VISITOR = "aaa aaaaaaaaaaaaaaaaaaaa-a --aa- ---";
const STRANGER = "ddd d-dddddc-d-d---------m ----- ---";
const NO_LINKS = "-o-o------oo --h---h -";
const CHALLENGES = "popoppoo-ooo phh-h-h -";

const WAITING = {
  visitor: `${VISITOR} ${NO_LINKS}`,
  stranger: `${STRANGER} ${NO_LINKS}`,
  recipient: `${STRANGER} ${NO_LINKS}`,
  "with a card": `${VISITOR} ${NO_LINKS}`,
  contact: `${VISITOR} ${NO_LINKS}`,
};

it("shows a waiting vault to its owner only", async () => {
  const owner = `YYY pppppmmcpYpp---------m -Yp-p YY- ${NO_LINKS}`;
  expect(await tableOf(await createWaiting(false))).toEqual({ ...WAITING, owner });
});

it("shows the owner of a sealed vault that it exists", async () => {
  const owner = `pmd pppppmmcpp-m---------m p-p-- --- ${NO_LINKS}`;
  expect(await tableOf(await createWaiting(true))).toEqual({ ...WAITING, owner });
});

it("shows a delivered vault to its recipient by account, code or card, and by a share link", async () => {
  expect(await tableOf(await createArrived())).toEqual({
    visitor: `${VISITOR} ${CHALLENGES}`,
    stranger: `${STRANGER} ${CHALLENGES}`,
    owner: `YmY mpmpdmmcpm-m---------m YYYpp YYY ${CHALLENGES}`,
    recipient: "Ydd d-dddddc-d-d---------m YYYpp YYY YopoppYp--Yo phh-h-h -",
    "not verified": `${STRANGER} ${CHALLENGES}`,
    reader: "aaa aaaaaaaaaaaaaaaaaaaa-a YYaap YYY YopoppYp--Yo phh-h-h -",
    "reader, then of other letters": "aaa aaaaaaaaaaaaaaaaaaaa-a YYaap YYY YopoppYp--Yo phh-h-h -",
    "reader of other letters": `${VISITOR} ${CHALLENGES}`,
    "too late": `${VISITOR} ${CHALLENGES}`,
    "with a card": "aaa aaaaaaaaaaaaaaaaaaaa-a YYaap YY- popoppoo-ooo phh-h-h -",
    "with a card, then of other letters": "aaa aaaaaaaaaaaaaaaaaaaa-a YYaap YY- popoppoo-ooo phh-h-h -",
    "with a code, then a card": "aaa aaaaaaaaaaaaaaaaaaaa-a YYaap YYY YopoppYp--Yo phh-h-h -",
    contact: `${VISITOR} ${CHALLENGES}`,
    shared: "aaa aaaaaaaaaaaaaaaaaaaa-a --aap YY- popoppoo-ooo phh-h-h Y",
    revoked: `${VISITOR} ${CHALLENGES}`,
    ended: `${VISITOR} ${CHALLENGES}`,
  });
});

it("shows an undeliverable vault to a legacy contact with permission after the wait", async () => {
  const canAsk = `${VISITOR} popoppoo-ooo phh-p-h -`;
  const hasNoLink = "popoppoo-ooo --h---h -";
  expect(await tableOf(await createHeld())).toEqual({
    invited: `${VISITOR} ${hasNoLink}`,
    declined: `${VISITOR} ${hasNoLink}`,
    unasked: canAsk,
    waiting: `${VISITOR} ${CHALLENGES}`,
    "not allowed": `${VISITOR} ${CHALLENGES}`,
    stopped: `${VISITOR} ${CHALLENGES}`,
    over: canAsk,
    "too late": `${VISITOR} ${CHALLENGES}`,
    open: "aaa aaaaaaaaaaaaaaaaaaaa-a -Yaap YY- popoppoo-ooo phhYh-h -",
    "by account": "Ydd d-dddddc-d-d---------m -Y--p YY- popoppoo-ooo phhYh-h -",
    "no copy yet": `${VISITOR} ${CHALLENGES}`,
    "has a copy": "aaa aaaaaaaaaaaaaaaaaaaa-a -Yaap YY- popoppoo-ooo phhYh-h -",
    recipient: `odd d-dddddc-d-d---------m ----- --- ${hasNoLink}`,
    owner: `YmY ppppdmmcpm-m---------m -Yp-p YY- ${hasNoLink}`,
  });
});

it("treats a stranger's forms like those for a missing vault", async () => {
  const { vault } = await createWaiting(false);
  const { browser } = await createUser();
  const before = await storedVault(vault.id);
  const posted = async (file: string, action: Handler, params: Record<string, string>) => {
    const answer = await answerOf(action, formRequest(pathOf(file, params), ANYTHING, browser), browser, params);
    return told(answer, Buffer.from(await answer.arrayBuffer()), { ...vault, id: params.id ?? "" });
  };
  for (const { file } of ADDRESSES.flat().filter(({ file }) => file.startsWith("memories."))) {
    const action = ROUTES[`./${file}.tsx`]?.action;
    if (!action) continue;
    expect(await posted(file, action, { id: vault.id }), file).toBe(await posted(file, action, { id: createId() }));
  }
  expect(await storedVault(vault.id)).toEqual(before);
});

it("covers every route of a vault", () => {
  const asked = new Set(ADDRESSES.flat().map(({ file }) => `./${file}.tsx`));
  expect(Object.keys(ROUTES).filter((file) => ROUTES[file]?.loader && !asked.has(file))).toEqual([]);
});
