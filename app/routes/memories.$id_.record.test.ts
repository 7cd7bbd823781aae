import { expect, it } from "vitest";
import { recordEvents } from "~/domain/vault/history.server";
import { inTransaction } from "~/services/db.server";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as details from "./memories.$id";
import * as record from "./memories.$id_.record";

it.each([
  ["letter", "For: Mia (mia@example.net)"],
  ["memory-board", "For: Everyone on its list"],
] as const)("the record of a %s says whom it is for, as its page does", async (type, line) => {
  const { user, browser } = await createUser();
  const boardRecipients = [{ name: "Leo", email: "leo@example.net" }];
  const id = await createLetter(user, { type, recipientEmail: "mia@example.net", boardRecipients });
  const file = await answerOf(record.loader, pageRequest(`/memories/${id}/record`, browser), browser, { id });
  expect((await file.text()).split("\n")).toContain(line);
});

it("the page of a board with hundreds of recipients has the last lines of its record, and the file has all", async () => {
  const { user, browser } = await createUser();
  const id = await createLetter(user, { type: "memory-board" });
  const replied = Array.from({ length: 250 }, () => ({ vaultId: id, kind: "replied" as const }));
  await inTransaction((tx) => recordEvents(tx, replied, new Date()));
  const page = await answerOf(details.loader, pageRequest(`/memories/${id}`, browser), browser, { id });
  const { record: shown, earlier } = await page.json();
  expect([shown.length, earlier]).toEqual([200, 51]);
  const file = await answerOf(record.loader, pageRequest(`/memories/${id}/record`, browser), browser, { id });
  expect((await file.text()).match(/ wrote back\./g)).toHaveLength(250);
});
