import { expect, it } from "vitest";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
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
