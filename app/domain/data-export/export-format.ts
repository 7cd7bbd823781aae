import { z } from "zod";
import { withAsciiDomain } from "~/domain/account/mail-address";
import {
  CONTACT_STATES,
  DELIVERY_STATES,
  MEDIA_KINDS,
  POST_KINDS,
  POST_STATES,
  PROFILE_VISIBILITIES,
  RELATIONSHIPS,
  VAULT_STATES,
  VAULT_TYPES,
} from "~db/schema/states";

/**
 * Of the files `account.json`, `memory.json`, `letter.json` and `pieces.json`; docs/export-format.md describes them. A
 * change makes a new version.
 */
export const EXPORT_FORMAT = "amberkeep-export";
export const EXPORT_VERSION = 1;

const instant = z.iso.datetime();
const header = { format: z.literal(EXPORT_FORMAT), version: z.literal(EXPORT_VERSION) };

/** Older versions kept its domain as it was typed. */
const address = z.string().overwrite(withAsciiDomain);
const person = z.object({ name: z.string(), email: address });

const file = z.object({
  /** Beside the file that names it. A file that could not be read is named in `MISSING.txt`. */
  path: z.string(),
  kind: z.enum(MEDIA_KINDS),
  contentType: z.string(),
  fileName: z.string(),
  description: z.string(),
  bytes: z.int().min(0),
  sha256: z.string(),
});

/** Texts that could not be decrypted, such as `message` or `welcome`: they are empty or left out. */
const unreadable = z.array(z.string()).optional();

const reply = z.object({ isFromSender: z.boolean(), at: instant, text: z.string(), files: z.array(file) });

export const memoryFile = z.object({
  ...header,
  id: z.string(),
  type: z.enum(VAULT_TYPES),
  state: z.enum(VAULT_STATES),
  /** Null while it is sealed: its owner cannot read it either. */
  message: z.string().nullable(),
  title: z.string(),
  recipient: z.object({
    name: z.string(),
    email: address,
    phone: z.string(),
    secondEmail: address,
  }),
  backupContact: person,
  recipients: z.array(person),
  /** An unconfirmed email gets no mail at the reveal. */
  guests: z.array(person.extend({ isConfirmed: z.boolean() })),
  /** What a board's host tells its guests. */
  welcome: z.string().optional(),
  /** Of a board. */
  settings: z
    .object({
      needsApproval: z.boolean(),
      isOpen: z.boolean(),
      isPaused: z.boolean(),
      closesOn: z.iso.date().nullable(),
    })
    .optional(),
  /** How many pieces the guests added; files of those on the board are among the archive's, and are not imported. */
  pieces: z.int().min(0),
  day: z.iso.date().nullable(),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  timeZone: z.string(),
  includesMessage: z.boolean(),
  isToBeSealed: z.boolean(),
  /** Unsaved changes from its form. */
  changes: z.object({ savedAt: instant, fields: z.record(z.string(), z.string()) }).optional(),
  createdAt: instant,
  sealedAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  files: z.array(file),
  deliveries: z.array(
    z.object({
      name: z.string(),
      email: address,
      state: z.enum(DELIVERY_STATES),
      at: instant,
      openedAt: instant.nullable(),
      declinedAt: instant.nullable().optional(),
      replies: z.array(reply),
    }),
  ),
  record: z.array(z.object({ at: instant, event: z.string(), detail: z.string() })),
  unreadable,
});
export type MemoryFile = z.infer<typeof memoryFile>;

/** A letter or board that this account received and has opened. Not imported. */
export const letterFile = z.object({
  ...header,
  id: z.string(),
  type: z.enum(VAULT_TYPES),
  title: z.string(),
  message: z.string(),
  sender: z.object({ name: z.string() }),
  recipient: person,
  day: z.iso.date().nullable(),
  timeZone: z.string(),
  createdAt: instant,
  sealedAt: instant.nullable(),
  openedAt: instant,
  /** Files of the sender. */
  files: z.array(file),
  /** How many pieces the guests of a board added, which its page shows. */
  pieces: z.int().min(0),
  replies: z.array(reply),
  unreadable,
});
export type LetterFile = z.infer<typeof letterFile>;

/** What this account added as a guest to a board of someone else, oldest first. Not imported. */
export const piecesFile = z.object({
  ...header,
  /** The board's. */
  id: z.string(),
  title: z.string(),
  host: z.object({ name: z.string() }),
  /** As given on the board. */
  guest: person,
  day: z.iso.date().nullable(),
  timeZone: z.string(),
  pieces: z.array(
    z.object({
      kind: z.enum(POST_KINDS),
      state: z.enum(POST_STATES),
      text: z.string(),
      at: instant,
      changedAt: instant,
      files: z.array(file),
    }),
  ),
  unreadable,
});
export type PiecesFile = z.infer<typeof piecesFile>;
export type ExportedFile = z.infer<typeof file>;

export const accountFile = z.object({
  ...header,
  /** The installation, and when the export was requested. */
  source: z.url(),
  exportedAt: instant,
  account: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    timeZone: z.string(),
    isEmailVerified: z.boolean(),
    plan: z.string(),
    vaultLimit: z.int().min(0),
    createdAt: instant,
  }),
  notifications: z.record(z.string(), z.boolean()),
  privacy: z.object({
    profileVisibility: z.enum(PROFILE_VISIBILITIES),
    allowSearchByEmail: z.boolean(),
    showActivity: z.boolean(),
    dataSharing: z.boolean(),
    analyticsOptOut: z.boolean(),
  }),
  /** All but the password. Without any secret. */
  waysToSignIn: z.object({
    loginLinks: z.boolean(),
    passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })),
    /** The app that generates the codes. */
    authenticator: z.object({ confirmedAt: instant, recoveryCodesLeft: z.int().min(0) }).nullable(),
  }),
  legacyContacts: z.array(
    person.extend({
      relationship: z.enum(RELATIONSHIPS),
      state: z.enum(CONTACT_STATES),
      updateEmail: z.boolean(),
      viewContent: z.boolean(),
      receiveDuplicate: z.boolean(),
    }),
  ),
  /** The folder of each memory, in the order in which they were written. */
  memories: z.array(z.object({ folder: z.string(), id: z.string(), title: z.string() })),
  /** The same for vaults of others, in the order of their arrival. */
  received: z.array(z.object({ folder: z.string(), id: z.string(), title: z.string() })),
  /** The same for boards of others that this account added pieces to. */
  pieces: z.array(z.object({ folder: z.string(), id: z.string(), title: z.string() })),
});
export type AccountFile = z.infer<typeof accountFile>;
