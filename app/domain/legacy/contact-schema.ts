import { z } from "zod";
import { email, line } from "~/domain/account/account-schema";
import { EMAIL_MISSING, NAME_MISSING, RELATIONSHIP_MISSING } from "./contact-missing";
import { type Permissions, RELATIONSHIPS } from "./legacy";

const permission = z.literal("on", { error: "Please send this field once." }).optional();

/** Which permissions are ticked. */
export const permissionsSchema = z.object({
  updateEmail: permission,
  viewContent: permission,
  receiveDuplicate: permission,
});

/** Somebody whom an owner chooses, as typed into the form. */
export const contactSchema = permissionsSchema.extend({
  name: line(200, NAME_MISSING),
  email: z
    .string({ error: (issue) => (issue.input === undefined ? EMAIL_MISSING : "Please send this field once.") })
    .trim()
    .min(1, { error: EMAIL_MISSING, abort: true })
    .pipe(email),
  relationship: z.enum(RELATIONSHIPS, { error: RELATIONSHIP_MISSING }),
});

export type ContactInput = z.output<typeof contactSchema>;

/** The permissions of a form in which some are ticked. */
export function permissionsOf(ticked: z.output<typeof permissionsSchema>): Permissions {
  return {
    updateEmail: ticked.updateEmail === "on",
    viewContent: ticked.viewContent === "on",
    receiveDuplicate: ticked.receiveDuplicate === "on",
  };
}
