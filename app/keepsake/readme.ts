import type { KeepsakeContent } from "./content";

type Row = readonly [name: string, about: string];

export function keepsakeReadme({ title, from, files, message, seal, takenOn, source }: KeepsakeContent): string {
  const rows: Row[] = [
    ["index.html", "The memory as a page. Open it in any browser: it needs no network."],
    ...(message ? [WORDS] : []),
    ...(files.length > 0 ? [FILES] : []),
    ...(seal ? CERTIFICATE : []),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 3;
  return [
    title,
    "=".repeat(Math.min(title.length, 76)),
    "",
    `${from}.`,
    `Taken away from Amberkeep (${source}) on ${takenOn}.`,
    "",
    "What lies here",
    "--------------",
    "",
    ...rows.map(([name, about]) => `${name.padEnd(width)}${about}`),
    "",
    "To keep it",
    "----------",
    "",
    "Unpack it, and keep two copies in two places. Every few years open it, and copy it to",
    "whatever people keep their files on by then.",
    ...(seal ? ["", ...proof({ message, files }), "", `    ${seal.fingerprint}`] : []),
    "",
  ].join("\n");
}

const WORDS: Row = ["message.txt", "The words alone, in UTF-8, to the byte as they were written."];
const FILES: Row = ["files/", "Photos, films and recordings, exactly as they were given."];
const CERTIFICATE: Row[] = [
  ["certificate.json", "What was sealed, signed. Whoever has it can check the words and files."],
  ["amberkeep.json", "The keys that the signature is checked with."],
];

function proof({ message, files }: Pick<KeepsakeContent, "message" | "files">): string[] {
  const given = [...(message ? ["message.txt"] : []), ...(files.length > 0 ? ["files/*"] : [])].join(" ");
  return [
    "The seal",
    "--------",
    "",
    "certificate.json holds a digest of the words and of each file, signed with Ed25519 when the",
    "vault was sealed. docs/certificate-format.md of Amberkeep describes it, and its program",
    "scripts/verify-certificate.mjs checks it without a network:",
    "",
    `    node verify-certificate.mjs certificate.json --keys amberkeep.json ${given}`,
    "",
    "The fingerprint, to be compared with the one in the mail that its sender got:",
  ];
}
