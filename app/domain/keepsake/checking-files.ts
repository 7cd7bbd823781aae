import format from "../../../docs/certificate-format.md?raw";
import program from "../../../scripts/verify-certificate.mjs?raw";

/** What checks a certificate without Amberkeep: archives with one must not depend on this installation. */
export const CHECKING_FILES = [
  { path: "certificate-format.md", content: format },
  { path: "verify-certificate.mjs", content: program },
];
