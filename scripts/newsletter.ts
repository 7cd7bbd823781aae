import { readFileSync } from "node:fs";
import { readIssue, sendNewsletter } from "~/domain/newsletter/send-newsletter.server";
import { pool } from "~/services/db.server";
import { checkMasterKeys } from "~/services/master-keys.server";

const [file] = process.argv.slice(2);
const issue = file ? readIssue(readFileSync(file, "utf8")) : undefined;
if (issue) await checkMasterKeys();
const count = issue ? await sendNewsletter(issue) : undefined;
await pool.end();

if (count === undefined) {
  console.error(
    "Usage: npm run newsletter -- FILE. Its first line is the subject, then a blank line, then paragraphs.",
  );
} else {
  console.log(`“${issue?.subject}” goes to ${count} ${count === 1 ? "subscriber" : "subscribers"}.`);
}
process.exitCode = count === undefined ? 1 : 0;
