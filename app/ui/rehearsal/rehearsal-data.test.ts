import { expect, it } from "vitest";
import { rehearse } from "~/domain/access/rehearsal.server";
import { createDraft, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { rehearsalData } from "./rehearsal-data";

it.each([
  ["letter", "them"],
  ["future-self", "you"],
] as const)("says who is asked for a code to open a %s", async (type, whom) => {
  const { user } = await createUser();
  const rehearsal = await rehearse(user, await createDraft(user, { type }), WRITTEN_AT);
  if (!rehearsal.ok) throw new Error(rehearsal.reason);
  expect(rehearsalData(rehearsal, WRITTEN_AT).ofCode).toBe(
    `Before it opens, we email ${whom} a one-time code, to make sure it’s ${whom}.`,
  );
});
