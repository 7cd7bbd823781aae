import { expect, it } from "vitest";
import { inTransaction } from "~/services/db.server";
import { analyzeTables, createCrowd } from "../../../tests/factories/full-account";
import { createDueLetter, DUE_AT } from "../../../tests/factories/letter";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { deleteVault } from "./delete-vault.server";

it("the end of a vault reads the accounts that have it, and not all others", async () => {
  await createCrowd(300);
  const [{ user: sender }, { user: reader }] = [await createUser(), await createUser()];
  const { id } = await createDueLetter(sender, { recipientEmail: reader.email });
  await analyzeTables();
  const statements = await statementsOf(() => inTransaction((tx) => deleteVault(tx, id, DUE_AT)));
  const ofReaders = statements.filter((statement) => statement.includes("join `profiles`"));
  expect(ofReaders.length).toBeGreaterThan(0);
  const steps = (await Promise.all(ofReaders.map(explain))).flat().filter(({ table }) => table === "profiles");
  expect(steps.length).toBeGreaterThan(0);
  for (const { type } of steps) expect(["const", "eq_ref", "ref"]).toContain(type);
});
