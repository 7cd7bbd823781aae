import type { KeepsakeContent } from "./content";

type Row = readonly [name: string, about: string];

export function keepsakeReadme(content: KeepsakeContent): string {
  const { title, from, to, written, arrived, files, isWithoutLocations, message, replies, seal, takenOn, source } =
    content;
  const rows: Row[] = [
    ["index.html", "The memory as a page. Open it in any browser; it needs no connection."],
    ...(message ? [WORDS] : []),
    ...(files.length > 0 ? [isWithoutLocations ? SHOWN_FILES : FILES] : []),
    ...(replies.some((reply) => reply.files.length > 0) ? [REPLIES] : []),
    ...(seal ? CERTIFICATE : []),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 3;
  return [
    title,
    "=".repeat(Math.min(title.length, 76)),
    "",
    `From ${from}${to ? ` to ${to}` : ""}.`,
    `Written ${written.inFull}${arrived ? `, arrived ${arrived.inFull}` : ""}.`,
    `Downloaded from Amberkeep (${source}) on ${takenOn}.`,
    "",
    "What’s in this folder",
    "---------------------",
    "",
    ...rows.map(([name, about]) => `${name.padEnd(width)}${about}`),
    "",
    "To keep it",
    "----------",
    "",
    "Unpack it, and keep two copies in two places. Every few years, check that it still opens,",
    "and copy it to whatever people use by then.",
    ...(seal ? ["", ...proof(seal, { message, files }), "", `    ${seal.fingerprint}`] : []),
    "",
  ].join("\n");
}

const WORDS: Row = ["message.txt", "The words alone, in UTF-8, byte for byte as they were written."];
const FILES: Row = ["files/", "Photos, films and recordings, as they were uploaded."];
const SHOWN_FILES: Row = [
  "files/",
  "Photos, films and recordings. Guests’ photos are copies, and no guest’s file says where it was taken.",
];
const REPLIES: Row = ["replies/", "The files that came with replies."];
const CERTIFICATE: Row[] = [
  ["certificate.json", "What was sealed, signed. With it, anyone can check the words and files."],
  ["amberkeep.json", "The keys for checking the signature."],
];

function proof(
  { fileCount }: NonNullable<KeepsakeContent["seal"]>,
  { message, files }: Pick<KeepsakeContent, "message" | "files">,
): string[] {
  const sealed = files.slice(0, fileCount);
  const hasOthers = files.length > sealed.length;
  // Names may need quotes in a shell, numbers do not.
  const paths = sealed.map(({ path }) => path.replace(/ .*/s, "\\ *"));
  const given = [...(message ? ["message.txt"] : []), ...(hasOthers ? paths : sealed.length > 0 ? ["files/*"] : [])];
  return [
    "The seal",
    "--------",
    "",
    "certificate.json holds a digest of the words and of each file, signed with Ed25519 when the",
    "vault was sealed. Amberkeep’s docs/certificate-format.md describes it, and its program",
    "scripts/verify-certificate.mjs checks it offline:",
    "",
    `    node verify-certificate.mjs certificate.json --keys amberkeep.json ${given.join(" ")}`,
    "",
    ...(hasOthers ? ["It covers what the host put on the board, not what guests added.", ""] : []),
    "The fingerprint, to compare with the one in the email that its sender got:",
  ];
}
