import { index, mysqlTable, varchar } from "drizzle-orm/mysql-core";
import { emailAddress, id, instant } from "./columns";
import { deliveries } from "./delivery";
import { PROPOSAL_STATES } from "./states";
import { memories } from "./vault";

/** Another address from a backup or legacy contact. For 72 hours nothing is sent there, and the sender can stop it. */
export const proposedAddresses = mysqlTable(
  "proposed_addresses",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    email: emailAddress("email").notNull(),
    /** Null for the backup contact. */
    contactId: id("contact_id"),
    contactName: varchar("contact_name", { length: 200 }).notNull(),
    state: varchar("state", { length: 10, enum: PROPOSAL_STATES }).notNull(),
    /** The delivery's message at that time. The proposal ends once another is sent. */
    messageId: id("message_id"),
    /** The delivery's next step, which waits as well. */
    heldStepAt: instant("held_step_at"),
    /** The mail to the sender. */
    noticeId: id("notice_id").notNull(),
    begunAt: instant("begun_at").notNull(),
    nextStepAt: instant("next_step_at"),
  },
  (table) => [
    index("proposed_addresses_delivery").on(table.deliveryId),
    index("proposed_addresses_next_step").on(table.nextStepAt),
  ],
);
