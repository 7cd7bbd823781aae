import type { KeepsakeContent } from "./content";

type Row = readonly [name: string, about: string];

/** `checkingFolder`: where an archive has the files for checking seals, if not beside this one. Ends with a slash. */
export function keepsakeReadme(content: KeepsakeContent, checkingFolder = ""): string {
  const { title, from, to, written, arrived, files, isWithoutLocations, message, replies, seal, takenOn, source } =
    content;
  const rows: Row[] = [
    ["index.html", "The memory as a page. Open it in any browser; it needs no connection."],
    ...(message ? [WORDS] : []),
    ...(files.length > 0 ? [isWithoutLocations ? SHOWN_FILES : FILES] : []),
    ...(replies.some((reply) => reply.files.length > 0) ? [REPLIES] : []),
    ...(seal ? CERTIFICATE : []),
    ...(seal && checkingFolder === "" ? CHECKING : []),
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
    ...(seal ? ["", ...proof(seal, { message, files, checkingFolder }), "", `    ${seal.fingerprint}`] : []),
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
const CHECKING: Row[] = [
  ["certificate-format.md", "How a seal works, and how to check it with other programs."],
  ["verify-certificate.mjs", "A program that checks it, without a connection."],
];

function proof(
  { fileCount }: NonNullable<KeepsakeContent["seal"]>,
  { message, files, checkingFolder }: Pick<KeepsakeContent, "message" | "files"> & { checkingFolder: string },
): string[] {
  const sealed = files.slice(0, fileCount);
  const hasOthers = files.length > sealed.length;
  // Shells read names in different ways, and not all of them expand `*`: in quotes, it is left to the program.
  const paths = sealed.map(({ path }) => path.replace(/ .*/s, " *"));
  const patterns = hasOthers ? paths : sealed.length > 0 ? ["files/*"] : [];
  const given = [...(message ? ["message.txt"] : []), ...patterns.map((pattern) => `"${pattern}"`)];
  return [
    "The seal",
    "--------",
    "",
    "certificate.json holds a digest of the words and of each file, signed with Ed25519 when the",
    `vault was sealed. ${checkingFolder}certificate-format.md describes it, and the program`,
    `${checkingFolder}verify-certificate.mjs, which needs Node.js, checks it offline:`,
    "",
    `    node ${checkingFolder}verify-certificate.mjs certificate.json --keys amberkeep.json ${given.join(" ")}`,
    "",
    ...(hasOthers ? ["It covers what the host put on the board, not what guests added.", ""] : []),
    "The fingerprint, to compare with the one in the email that its sender got:",
  ];
}
