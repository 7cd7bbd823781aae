import type { AddressInfo } from "node:net";
import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { afterAll, expect, it, vi } from "vitest";
import { addContact } from "~/domain/legacy/contacts.server";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import { listEvents } from "~/domain/vault/history.server";
import { db } from "~/services/db.server";
import { listMailResults } from "~/services/mail.server";
import { messages } from "~db/schema";
import { bounceOf } from "../../../tests/factories/bounce";
import { createLetter, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { pollProvider } from "./poll-provider.server";
import { handleProviderEvents } from "./provider-event.server";

// A mail server that takes everything, and the mailbox to which it returns mails; set before `env` is read.
const { smtp, mailbox, taken } = await vi.hoisted(async () => {
  const { SMTPServer } = await import("smtp-server");
  const { startImapServer } = await import("../../../tests/mocks/imap");
  const taken = new Map<string, string>();
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        for (const { address } of envelope.rcptTo) taken.set(address, Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
  const { port } = smtp.server.address() as AddressInfo;
  const mailbox = await startImapServer({ user: "letters", password: "tulip" });
  Object.assign(process.env, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    BOUNCES_IMAP_URL: `imap://letters:tulip@127.0.0.1:${mailbox.port}`,
  });
  return { smtp, mailbox, taken };
});
afterAll(async () => {
  await mailbox.close();
  await new Promise<void>((closed) => smtp.close(closed));
});

async function sendLetter(given: { secondEmail?: string } = {}) {
  const { user } = await createUser();
  const address = `${createId()}@example.net`;
  const vaultId = await createLetter(user, { ...given, recipientEmail: address, deliveryDate: "2020-01-01" });
  await deliverVault(vaultId);
  const [mail] = await writtenTo(address, "delivery");
  if (!mail) throw new Error("No letter was written.");
  await sendMessage(mail.id, "worker", new Date());
  return { vaultId, mail };
}

async function returnMail(
  mail: OutboxMessage,
  fields: Omit<Parameters<typeof bounceOf>[0], "mail"> = {},
): Promise<void> {
  mailbox.receive(bounceOf({ mail: taken.get(mail.toAddress) ?? "", ...fields }));
  await pollProvider(listMailResults, 0);
  while (await handleProviderEvents());
}

it("a letter that comes back has bounced, one that does not counts as arrived after three days", async () => {
  const [returned, silent] = [await sendLetter(), await sendLetter()];
  await returnMail(returned.mail);
  expect((await listEvents(returned.vaultId)).map(({ kind }) => kind)).toContain("bounced");
  await takeNextSteps(addMinutes(addDays(new Date(), 3), 1));
  expect((await storedVault(silent.vaultId)).state).toBe("delivered");
  expect((await storedVault(returned.vaultId)).state).toBe("held");
});

it("another message that a server gives up is written again", async () => {
  const { user } = await createUser();
  const email = `${createId()}@example.net`;
  await addContact(user, { name: "Eva Sommer", email, relationship: "friend" });
  const [invitation] = await writtenTo(email, "legacy_invitation");
  if (!invitation) throw new Error("No invitation was written.");
  await sendMessage(invitation.id, "worker", new Date());
  await returnMail(invitation, { status: "4.4.1", reply: "connect to mx.example.net: Connection timed out" });
  const again = await db.select().from(messages).where(eq(messages.toAddress, email));
  expect(again.map(({ state }) => state).sort()).toEqual(["queued", "sent"]);
});

it("a letter that a server gives up after trying for days escalates", async () => {
  const secondEmail = `${createId()}@example.org`;
  const { vaultId, mail } = await sendLetter({ secondEmail });
  await db
    .update(messages)
    .set({ attemptedAt: subDays(new Date(), 5) })
    .where(eq(messages.id, mail.id));
  await returnMail(mail, { status: "4.4.1", reply: "connect to mx.example.net: Connection timed out" });
  expect((await listEvents(vaultId)).map(({ kind }) => kind)).toContain("tried_second_address");
  expect(await writtenTo(secondEmail, "delivery")).toHaveLength(1);
});

it("a letter that a server is still trying counts as arrived only at the last reminder", async () => {
  const { vaultId, mail } = await sendLetter();
  await returnMail(mail, { action: "delayed", status: "4.4.1" });
  const stateAfter = async (days: number) => {
    await takeNextSteps(addMinutes(addDays(new Date(), days), 1));
    return (await storedVault(vaultId)).state;
  };
  expect([await stateAfter(3), await stateAfter(15)]).toEqual(["delivering", "delivered"]);
});
