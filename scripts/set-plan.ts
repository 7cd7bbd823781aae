import { PLANS } from "~/domain/account/plans";
import { setPlanByEmail } from "~/domain/account/set-plan.server";
import { pool } from "~/services/db.server";

const [email = "", planId] = process.argv.slice(2);
const plan = PLANS.find(({ id }) => id === planId);
const isSet = plan !== undefined && (await setPlanByEmail(email, plan.id));
await pool.end();

if (!plan) {
  console.error(`Usage: npm run set-plan -- ADDRESS PLAN, with one of: ${PLANS.map(({ id }) => id).join(", ")}.`);
} else if (!isSet) {
  console.error("There is no account with this address.");
} else {
  console.log(
    `The account has the plan ${plan.name} now: ${plan.vaultLimit} ${plan.vaultLimit === 1 ? "vault" : "vaults"}.`,
  );
}
process.exitCode = isSet ? 0 : 1;
