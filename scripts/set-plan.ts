import { PLANS } from "~/domain/account/plans";
import { setPlanByEmail } from "~/domain/billing/set-plan.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE = `Usage: npm run set-plan -- ADDRESS PLAN, with one of: ${PLANS.map(({ id }) => id).join(", ")}.`;

const { positionals } = parseCommandLine(USAGE, { allowPositionals: true }, { positionalsAtMost: 2 });
const [email = "", planId] = positionals;
const plan = PLANS.find(({ id }) => id === planId);
const current = plan && (await setPlanByEmail(email, plan.id));
await closeConnections();

if (!plan) {
  console.error(USAGE);
} else if (!current) {
  console.error("There is no account with this address.");
} else {
  console.log(
    `The account now has the ${current.name} plan: ${current.vaultLimit} ${current.vaultLimit === 1 ? "vault" : "vaults"}.`,
  );
}
process.exitCode = current ? 0 : 1;
