import { createHash, randomBytes } from "node:crypto";
import { FormClient } from "./form-client.ts";
import { bounce } from "./mail-service.ts";
import { linkIn, type Mailbox } from "./mailbox.ts";
import { deliverLetter, openAccount, sendLetter, somePerson } from "./people.ts";
import { ask } from "./truth.ts";

const FORM = "/create?type=send-to-someone&step=form";
const DEMO = { email: "demo@amberkeep.localhost", password: "Amber-demo-1" };

/** The people whose pages are looked at, and where their vaults stand. */
export type Cast = {
  /** The demo account, with vaults of every kind in every state. */
  demo: FormClient;
  /** Has just signed up: no vault, address not verified. */
  newcomer: FormClient;
  /** Has one vault, and room for no more. */
  full: FormClient;
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
};

export async function assembleCast(url: string, mailbox: Mailbox): Promise<Cast> {
  const demo = new FormClient(url);
  await demo.post("/auth?mode=login", DEMO);
  await demo.get("/dashboard");
  const [newcomer, full, keeper, unlucky] = await Promise.all([
    openAccount(url, { isVerified: false }),
    openAccount(url, { vaultLimit: 2 }),
    openAccount(url),
    openAccount(url),
  ]);
  for (let number = 1; number <= 22; number += 1) await sendLetter(keeper, { title: `Letter ${number}` });
  const mia = somePerson("Mia Berger");
  const asked = await sendLetter(keeper, { title: "Asked about", recipientName: mia.name, recipientEmail: mia.email });
  await keeper.client.get(`/memories/${asked}/confirmation`);
  await keeper.client.post(`/memories/${asked}/confirmation`, {});
  const ben = somePerson("Ben Berger");
  const { id: returned } = await deliverLetter(keeper, mailbox, { backupName: ben.name, backupEmail: ben.email });
  await bounce(url, returned, "550 5.1.1 No such user here");
  await keeper.client.post(FORM, { title: "Not finished yet", intent: "draft" });
  await keeper.client.get("/dashboard");
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
  const reader = await readerOf(url, opening);
  const replied = await correspond(demo, reader, opening);
  const list = await demo.get("/dev/mail");
  return {
    demo,
    newcomer: newcomer.client,
    full: full.client,
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
    shared: await share(demo, replied),
    broken,
    mail: /href="(\/dev\/mail\/[^"]+)"/.exec(list.html)?.[1] ?? "",
    asked: { id: asked, link: linkIn(await mailbox.waitFor(mia.email, /Someone has kept something/)) },
    returned: { id: returned, link: linkIn(await mailbox.waitFor(ben.email, /Can you help us reach/)) },
    unsubscribe: /\/unsubscribe\/\S+/.exec(notice.text ?? "")?.[0] ?? "",
    verification: linkIn(await mailbox.waitFor(newcomer.email, /confirm|verify/i)),
  };
}

/** The reader of a letter writes back, and its sender answers, once. Answers the id of the vault. */
async function correspond(sender: FormClient, reader: FormClient, opening: string): Promise<string> {
  const rows = await ask("SELECT memory_id FROM deliveries WHERE id = ?", [openedBy(opening)]);
  const id = String(rows[0]?.memory_id);
  const [written] = await ask("SELECT id FROM replies WHERE delivery_id = ? LIMIT 1", [openedBy(opening)]);
  if (written) return id;
  await reader.post(`${opening}/replies`, { text: "I read it three times, the last time aloud.\n\nThank you." });
  await sender.post(`/memories/${id}/replies?with=${openedBy(opening)}`, { text: "Then I chose the right day." });
  return id;
}

/** The path of a link that shows the vault. Whoever assembles the cast again finds the one that is there. */
async function share(sender: FormClient, id: string): Promise<string> {
  const link = async () => /value="([^"]+\/s\/[^"]+)"/.exec((await sender.get(`/memories/${id}/share`)).html)?.[1];
  const url = (await link()) ?? (await sender.post(`/memories/${id}/share`, { lastDay: "2044-06-14" }).then(link));
  if (!url) throw new Error("No link to share was made.");
  return new URL(url).pathname;
}

const openedBy = (opening: string) => opening.split("/").at(-1)?.split(".")[0] ?? "";

/** Somebody who gave the right code a moment ago; how one gets there is the matter of the tests of opening. */
async function readerOf(url: string, opening: string): Promise<FormClient> {
  const token = randomBytes(32).toString("base64url");
  await ask(
    "INSERT INTO reading_sessions (token_hash, delivery_id, created_at, expires_at) VALUES (?, ?, NOW(3), NOW(3) + INTERVAL 1 DAY)",
    [createHash("sha256").update(token).digest("hex"), openedBy(opening)],
  );
  const reader = new FormClient(url);
  const value = Buffer.from(JSON.stringify(token)).toString("base64");
  reader.setCookie("amberkeep_reading", encodeURIComponent(value));
  return reader;
}
