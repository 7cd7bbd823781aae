import { subDays, subHours, subMinutes } from "date-fns";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bounceOf } from "../../../tests/factories/bounce";
import { startImapServer } from "../../../tests/mocks/imap";
import type { ProviderEvent } from "../provider/event.server";
import { listDeliveryReports } from "./bounce-mailbox.server";

const NOW = new Date();
const idOf = (number: number) => `c${String(number).padStart(23, "0")}`;
const bounceOfMail = (number: number) => bounceOf({ messageId: `delivery.${idOf(number)}@amberkeep.example` });

let server: Awaited<ReturnType<typeof startImapServer>>;
beforeAll(async () => {
  server = await startImapServer({ user: "letters@amberkeep.example", password: "tulip/2" });
});
afterAll(() => server.close());

const urlOf = ({ password = "tulip%2F2", rest = "" } = {}) =>
  `imap://letters%40amberkeep.example:${password}@127.0.0.1:${server.port}${rest}`;

async function readAll(url = urlOf(), since = subMinutes(NOW, 15)) {
  const pages: ProviderEvent[][] = [];
  for await (const page of listDeliveryReports(url, since)) pages.push(page);
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
  expect(pages[0]?.[0]?.at.getTime()).toBe(Math.floor(subHours(NOW, 1).getTime() / 1_000) * 1_000);
  const changing = /^(SELECT|(UID )?(STORE|COPY|MOVE|EXPUNGE))$/;
  expect(server.commands.filter((command) => changing.test(command))).toEqual([]);
});

it("says why a mailbox cannot be read", async () => {
  await expect(readAll(urlOf({ password: "wrong" }))).rejects.toThrow(
    "the mailbox of bounces cannot be read: refused here",
  );
  await expect(readAll(urlOf({ rest: "/Bounces" }))).rejects.toThrow(/cannot be read: refused here/);
  await expect(readAll(urlOf({ rest: "/?requireTLS=true" }))).rejects.toThrow(/STARTTLS/);
  await expect(readAll("imap://letters:tulip@127.0.0.1:1")).rejects.toThrow(/ECONNREFUSED/);
});
