import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readIssue, sendNewsletter } from "~/domain/newsletter/send-newsletter.server";
import { isAccountIssueKind, sendToAccounts } from "~/domain/newsletter/send-to-accounts.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";

const USAGE =
  "Usage: npm run newsletter -- FILE [--to product-updates | --to marketing-emails | --to every-account]. FILE is text in UTF-8: the subject on its first line, then a blank line, then paragraphs.";

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: { to: { type: "string" } }, allowPositionals: true });
    const { to } = values;
    const [file] = positionals;
    return file && (to === undefined || isAccountIssueKind(to)) ? { file, to } : undefined;
  } catch {
    return undefined;
  }
}

const asked = parse(process.argv.slice(2));
const issue = asked && readIssue(readFileSync(asked.file));
if (issue) {
  await checkMasterKeys();
  const count = asked.to ? await sendToAccounts(issue, asked.to) : await sendNewsletter(issue);
  const reader = asked.to ? "account" : "subscriber";
  console.log(`“${issue.subject}” goes to ${count} ${reader}${count === 1 ? "" : "s"}.`);
} else {
  console.error(USAGE);
  process.exitCode = 1;
}
await closeConnections();
