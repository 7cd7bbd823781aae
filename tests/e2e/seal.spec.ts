import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Account, letterFields, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, linkIn, openByCode, type Page, ready, test, today } from "./setup/fixtures";
import type { MailFolder } from "./setup/mailbox";

const MESSAGE = "Dear Mia,\n\nthe colander is yours now. 🍳";

type SealedFile = {
  manifest: Record<string, unknown> & { vault: string; messageDigest: string };
  signature: string;
  publicKey: string;
  salt?: string;
};

/** Verifies a certificate by docs/certificate-format.md alone. */
function check({ manifest, signature, publicKey }: SealedFile): { isSigned: boolean; fingerprint: string } {
  const bytes = Buffer.from(JSON.stringify(sorted(manifest)), "utf8");
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const der = Buffer.concat([prefix, Buffer.from(publicKey, "hex")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const digest = createHash("sha256").update(bytes).digest("hex");
  const isSigned = verify(null, bytes, key, Buffer.from(signature, "hex"));
  return { isSigned, fingerprint: digest.match(/.{4}/g)?.join(" ") ?? "" };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

async function download(page: Page, link: string): Promise<SealedFile> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: link, exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^amberkeep-seal-[a-z0-9]{24}\.json$/);
  return JSON.parse(await readFile(await file.path(), "utf8"));
}

test("sealing is explained first, and the sealed vault has a certificate", async ({ page, open, mailbox }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day", message: MESSAGE, recipientName: "Mia" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Seal it" }).click();
  await expect(page.getByRole("heading", { name: "Seal “On your wedding day”?" })).toBeVisible();
  await expect(page.getByText("June 14, 2044, 09:00 UTC")).toBeVisible();
  await expect(page.getByText("A message", { exact: true })).toBeVisible();
  await expect(page.getByText("A seal can’t be undone")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Who can read what" })).toBeVisible();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  const sentence = page.getByText(/not even you/);
  await expect(sentence, "said once").toHaveCount(1);
  const heading = await page.getByRole("heading", { name: /^Sealed on/ }).boundingBox();
  const below = (await sentence.boundingBox())?.y ?? 0;
  expect(below - (heading?.y ?? 0) - (heading?.height ?? 0), "apart from its heading").toBeGreaterThanOrEqual(8);

  await page.getByText("Seal certificate").click();
  const file = await download(page, "Download the certificate");
  const { isSigned, fingerprint } = check(file);
  expect(isSigned).toBe(true);
  expect(file).not.toHaveProperty("salt");
  expect(file.manifest).toMatchObject({ vault: id, deliveryDate: "2044-06-14", deliveryTime: "09:00", files: [] });
  await expect(page.getByText(fingerprint)).toBeVisible();
  const mail = await mailbox.waitFor(account.email, /^Sealed: On your wedding day/);
  const lines = /-----BEGIN AMBERKEEP CERTIFICATE-----([\s\S]+)-----END/.exec(mail.text ?? "")?.[1] ?? "";
  expect(JSON.parse(Buffer.from(lines, "base64").toString("utf8"))).toEqual(file);
  await page.goto(`/memories/${id}/seal`);
  await expect(page).toHaveURL(`/memories/${id}`);
});

/** Seals a letter due today, which waits until its sender is verified. */
async function deliverSealed(page: Page, account: Account, mailbox: MailFolder) {
  const letter = { ...letterFields(), message: MESSAGE, date: today(), hour: "0" };
  const id = await sendLetter(account, letter);
  await enter(page, account);
  await page.goto(`/memories/${id}/seal`);
  await ready(page);
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await page.goto(linkIn(await mailbox.waitFor(account.email, /confirm|verify/i)));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Address confirmed")).toBeVisible();
  const mail = await mailbox.waitFor(letter.recipientEmail, (one) => one.text?.includes("/open/") ?? false);
  return { ...letter, id, link: linkIn(mail) };
}

async function openAsReader(
  page: Page,
  { link, recipientEmail }: { link: string; recipientEmail: string },
  mailbox: MailFolder,
) {
  await openByCode(page, { link, address: recipientEmail }, mailbox);
  await expect(page.getByText("the colander is yours now.")).toBeVisible();
}

test("a letter is delivered with its seal, which its reader can verify", async ({ page, visitor, open, mailbox }) => {
  const account = await open({ isVerified: false });
  const letter = await deliverSealed(page, account, mailbox);
  const reader = await visitor();
  await openAsReader(reader, letter, mailbox);
  await expect(reader.getByText(/^Sealed on .+, and unchanged since\. You are the first to open it\./)).toBeVisible();
  const file = await download(reader, "Seal certificate");
  expect(check(file).isSigned).toBe(true);
  const hash = createHash("sha256").update(MESSAGE).digest("hex");
  const digest = createHmac("sha256", Buffer.from(file.salt ?? "", "hex"))
    .update(`message\n${hash}`)
    .digest("hex");
  expect(file.manifest.messageDigest).toBe(digest);

  const stranger = await visitor();
  expect((await stranger.request.get(`/memories/${letter.id}/certificate`)).status()).toBe(404);
  await query("UPDATE memories SET delivery_minute = 1 WHERE id = ?", [letter.id]);
  await reader.reload();
  await expect(reader.getByText("The seal does not match")).toBeVisible();
  await expect(reader.getByText("unchanged")).toHaveCount(0);
});

test("a sender who looks again does not count as an earlier reader", async ({ page, visitor, open, mailbox }) => {
  const account = await open({ isVerified: false });
  const letter = await deliverSealed(page, account, mailbox);
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [letter.id]))[0]?.state)
    .toBe("delivered");
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText("the colander is yours now.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You read it, for the first time since you sealed it.")).toHaveCount(1);
  const reader = await visitor();
  await openAsReader(reader, letter, mailbox);
  await expect(reader.getByText(/unchanged since\. You are the first to open it\./)).toBeVisible();
});
