import { boolean, index, int, mysqlTable, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { emailAddress, id, instant } from "./columns";
import { CONTACT_STATES, DOMAIN_STATUSES, LEGACY_REQUEST_KINDS, LEGACY_REQUEST_STATES, RELATIONSHIPS } from "./states";
import { memories } from "./vault";

export const legacyContacts = mysqlTable(
  "legacy_contacts",
  {
    id: id("id").primaryKey(),
    ownerId: id("owner_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    name: varchar("name", { length: 200 }).notNull(),
    email: emailAddress("email").notNull(),
    /** The account whose change of email moved the contact here. */
    movedWith: id("moved_with").references(() => profiles.id, { onDelete: "set null" }),
    /** Where the contact was before that account's first change. */
    movedFrom: emailAddress("moved_from"),
    relationship: varchar("relationship", { length: 10, enum: RELATIONSHIPS }).notNull(),
    updateEmail: boolean("update_email").notNull().default(false),
    viewContent: boolean("view_content").notNull().default(false),
    receiveDuplicate: boolean("receive_duplicate").notNull().default(false),
    state: varchar("state", { length: 10, enum: CONTACT_STATES }).notNull(),
    /** The last invitation could not be delivered. */
    isInvitationLost: boolean("is_invitation_lost").notNull().default(false),
    /** Of the present email, as in `address_health`. */
    domainStatus: varchar("domain_status", { length: 10, enum: DOMAIN_STATUSES }),
    domainCheckedAt: instant("domain_checked_at"),
    /** Entered with the present version of the contact's links. */
    wrongCodes: int("wrong_codes").notNull().default(0),
    linkVersion: int("link_version").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("legacy_contacts_owner").on(table.ownerId, table.email),
    index("legacy_contacts_email").on(table.email),
  ],
);

/** Thirty days before a contact may read a vault or gets a copy; the owner can stop it. */
export const legacyWaits = mysqlTable(
  "legacy_waits",
  {
    id: id("id").primaryKey(),
    contactId: id("contact_id")
      .notNull()
      .references(() => legacyContacts.id, { onDelete: "cascade" }),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    kind: varchar("kind", { length: 10, enum: LEGACY_REQUEST_KINDS }).notNull(),
    state: varchar("state", { length: 10, enum: LEGACY_REQUEST_STATES }).notNull(),
    begunAt: instant("begun_at").notNull(),
    opensAt: instant("opens_at").notNull(),
    nextStepAt: instant("next_step_at"),
    remindedAt: instant("reminded_at"),
    readAt: instant("read_at"),
  },
  (table) => [
    uniqueIndex("legacy_waits_contact").on(table.contactId, table.vaultId, table.kind),
    index("legacy_waits_memory").on(table.vaultId),
    index("legacy_waits_next_step").on(table.nextStepAt),
  ],
);
