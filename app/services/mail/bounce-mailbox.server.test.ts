import { subDays, subHours, subMinutes } from "date-fns";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bounceOf } from "../../../tests/factories/bounce";
import { startImapServer } from "../../../tests/mocks/imap";
import type { ProviderEvent } from "../provider/event.server";
import { listDeliveryReports } from "./bounce-mailbox.server";
import { idHeader } from "./headers.server";

const NOW = new Date();
const idOf = (number: number) => `c${String(number).padStart(23, "0")}`;

function bounceOfMail(number: number, fields: { reply?: string } = {}): string {
  const header = idHeader({ outboxId: idOf(number) });
  return bounceOf({
    mail: Object.entries(header)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join(""),
    ...fields,
  });
}

let server: Awaited<ReturnType<typeof startImapServer>>;
beforeEach(async () => {
  server = await startImapServer({ user: "letters@amberkeep.example", password: "tulip/2" });
});
afterEach(() => server.close());

const urlOf = ({ password = "tulip%2F2", rest = "" } = {}) =>
  `imap://letters%40amberkeep.example:${password}@127.0.0.1:${server.port}${rest}`;

async function readAll(url = urlOf(), since = subMinutes(NOW, 15)) {
  const pages: ProviderEvent[][] = [];
  for await (const page of listDeliveryReports(url, since, NOW)) pages.push(page);
  return pages;
}

it("reads an empty mailbox", async () => {
  expect(await readAll()).toEqual([]);
});

it("reads the reports since then, in pages, and changes nothing", async () => {
  server.receive(bounceOfMail(1), subDays(NOW, 1));
  server.receive("Subject: Thank you\r\nContent-Type: text/plain\r\n\r\nHello\r\n", NOW);
  for (let number = 2; number <= 24; number += 1) server.receive(bounceOfMail(number), subHours(NOW, 1));
  const pages = await readAll();
  expect(pages.map((page) => page.length)).toEqual([20, 3]);
  expect(pages.flat().map(({ messageId }) => messageId)).toEqual(
    Array.from({ length: 23 }, (_, index) => idOf(index + 2)),
  );
  const changing = /^(SELECT|(UID )?(STORE|COPY|MOVE|EXPUNGE))$/;
  expect(server.commands.filter((command) => changing.test(command))).toEqual([]);
});

it("skips mails that are no reports, whatever they look like, and reads the others", async () => {
  const head = "Content-Type: multipart/report; boundary=a\r\n\r\n";
  const nested = Array.from(
    { length: 400 },
    (_, depth) => `--a${depth}\r\nContent-Type: multipart/mixed; boundary=a${depth + 1}\r\n`,
  );
  server.receive(head + nested.join("\r\n"), NOW);
  server.receive(head + "<a href='".repeat(40_000), NOW);
  server.receive(head, NOW);
  server.receive(bounceOfMail(1), NOW);
  expect((await readAll()).flat().map(({ messageId }) => messageId)).toEqual([idOf(1)]);
});

it("reads what a server says in its own language", async () => {
  const reply = "smtp; 550 5.1.1 Empfänger unbekannt: voilà@müller.example";
  server.receive(Buffer.from(bounceOfMail(1, { reply })).toString("latin1"), NOW);
  expect((await readAll()).flat()).toMatchObject([{ detail: "550 5.1.1 Empfänger unbekannt: …" }]);
});

it("skips a mail that the server cannot return, unless there is no other", async () => {
  server.receive(bounceOfMail(1), NOW);
  server.damage(1);
  await expect(readAll()).rejects.toThrow(/cannot be read: refused here/);
  for (let number = 2; number <= 24; number += 1) server.receive(bounceOfMail(number), NOW);
  server.damage(7);
  const read = (await readAll()).flat().map(({ messageId }) => messageId);
  expect(read).toEqual(Array.from({ length: 24 }, (_, index) => idOf(index + 1)).filter((id) => id !== idOf(7)));
});

it("says why a mailbox cannot be read", async () => {
  await expect(readAll(urlOf({ password: "wrong" }))).rejects.toThrow(
    "the mailbox of bounces cannot be read: refused here",
  );
  await expect(readAll(urlOf({ rest: "/Bounces" }))).rejects.toThrow(/cannot be read: refused here/);
  await expect(readAll(urlOf({ rest: "/?requireTLS=true" }))).rejects.toThrow(/STARTTLS/);
  await expect(readAll("imap://letters:tulip@127.0.0.1:1")).rejects.toThrow(/ECONNREFUSED/);
  server.refuse("UID SEARCH");
  await expect(readAll()).rejects.toThrow(/could not be searched/);
  server.refuse("UID FETCH");
  server.receive(bounceOfMail(1), NOW);
  await expect(readAll()).rejects.toThrow(/cannot be read/);
  server.leave("UID FETCH");
  await expect(readAll()).rejects.toThrow(/cannot be read: see you later/);
  server.leave("EXAMINE");
  await expect(readAll()).rejects.toThrow(/cannot be read: see you later/);
});
