import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openAsAccount, sendOpeningCode } from "~/domain/access/opening.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { parseCertificate, verifySignature } from "~/domain/seal/certificate";
import { fromHex } from "~/domain/seal/hex";
import { saltedDigest, sha256 } from "~/domain/seal/manifest";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { type Browser, createBrowser, visitorOf, withCookiesOf } from "../../tests/factories/browser";
import { createLetter, deliveriesOf } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as certificate from "./memories.$id_.certificate";
import * as seal from "./memories.$id_.seal";
import * as open from "./open.$link";

const MESSAGE = "Kept for you";

const fetchIt = (id: string, browser: Browser) =>
  answerOf(certificate.loader, pageRequest(`/memories/${id}/certificate`, browser), browser, { id });

async function certificateFor(id: string, browser: Browser) {
  const answer = await fetchIt(id, browser);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const read = parseCertificate(await answer.text());
  if (!read) throw new Error("This is no certificate.");
  expect(await verifySignature(read, read.publicKey)).toBe(true);
  expect(read.manifest.vault).toBe(id);
  return read;
}

async function createSealed(deliveryDate = "2044-06-14") {
  const [sender, reader] = [await createUser(), await createUser()];
  const id = await createLetter(sender.user, { message: MESSAGE, recipientEmail: reader.user.email, deliveryDate });
  await sealVault(sender.user, id);
  return { id, sender, reader };
}

async function createDelivered() {
  const created = await createSealed("2020-01-01");
  await deliverVault(created.id);
  await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, created.id));
  return created;
}

describe("the certificate of a vault", () => {
  it("is a file without the salt for the owner of a sealed vault", async () => {
    const { id, sender } = await createSealed();
    expect(await certificateFor(id, sender.browser)).not.toHaveProperty("salt");
    const disposition = (await fetchIt(id, sender.browser)).headers.get("Content-Disposition");
    expect(disposition).toBe(`attachment; filename="amberkeep-seal-${id}.json"`);
    await cancelVault(sender.user, id);
    expect(await certificateFor(id, sender.browser)).not.toHaveProperty("salt");
  });

  it("includes the salt for readers, who can verify the text with it", async () => {
    const { id, sender, reader } = await createDelivered();
    expect(await certificateFor(id, reader.browser)).not.toHaveProperty("salt");
    const [delivery] = await deliveriesOf(id);
    expect(delivery && (await openAsAccount(reader.user, delivery))).toEqual({ isFirst: true });
    for (const { browser } of [sender, reader]) {
      const { manifest, salt } = await certificateFor(id, browser);
      const digest = await saltedDigest(fromHex(salt ?? ""), "message", await sha256(MESSAGE));
      expect(manifest.messageDigest).toBe(digest);
    }
  });

  it("is available to a reader without an account after the code", async () => {
    const { id, reader } = await createDelivered();
    const [delivery] = await deliveriesOf(id);
    if (!delivery) throw new Error("It was not delivered.");
    const link = openingLink(delivery);
    const browser = await createBrowser();
    expect((await fetchIt(id, browser)).status).toBe(404);
    await sendOpeningCode(delivery, await visitorOf(browser));
    const code = (await writtenTo(reader.user.email, "opening_code"))[0]?.props.code ?? "";
    const opened = await answerOf(open.action, formRequest(`/open/${link}`, { code }, browser), browser, { link });
    const reading = await withCookiesOf(browser, opened);
    const page = await answerOf(open.loader, pageRequest(`/open/${link}`, reading), reading, { link });
    expect((await page.json()).reading.seal).toEqual({
      note: expect.stringMatching(/^Sealed on .*, and unchanged since\. You are the first to open it\.$/),
      isUnchanged: true,
      certificateHref: `/memories/${id}/certificate`,
    });
    expect(await certificateFor(id, reading)).toHaveProperty("salt");
  });

  it("is 404 for others, for the recipient before the day, and without a seal", async () => {
    const { id, reader } = await createSealed();
    const { user, browser } = await createUser();
    const unsealed = await createLetter(user);
    const unverified = await createUser({ verified: false });
    const delivered = await createDelivered();
    for (const [someId, someone] of [
      [id, reader.browser],
      [id, browser],
      [id, await createBrowser()],
      [unsealed, browser],
      [createId(), browser],
      ["", browser],
      [delivered.id, browser],
      [delivered.id, unverified.browser],
    ] as const)
      expect((await fetchIt(someId, someone)).status).toBe(404);
  });
});

it("sealing promises no mail that an unverified sender will not get", async () => {
  const { user, browser } = await createUser({ verified: false, vaultLimit: 6 });
  const path = (id: string) => `/memories/${id}/seal`;
  const promised: boolean[] = [];
  let last = new Response();
  for (let count = 0; count < 6; count += 1) {
    const id = await createLetter(user);
    const page = await answerOf(seal.loader, pageRequest(path(id), browser), browser, { id });
    promised.push((await page.json()).isMailed);
    last = await answerOf(seal.action, formRequest(path(id), {}, browser), browser, { id });
    if (count === 4)
      await expect(last).toSendToast({ title: "Memory sealed", description: "We’ve emailed you its certificate." });
  }
  await expect(last).toSendToast({ title: "Memory sealed", description: "Its certificate is on its page." });
  expect(promised).toEqual([true, true, true, true, true, false]);
  expect(await writtenTo(user.email, "seal_certificate")).toHaveLength(5);
});
