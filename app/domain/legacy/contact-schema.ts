import { z } from "zod";
import { email, line } from "~/domain/account/account-schema";
import { EMAIL_MISSING, NAME_MISSING, RELATIONSHIP_MISSING } from "./contact-messages";
import { type Permissions, RELATIONSHIPS } from "./legacy";

const permission = z.literal("on", { error: "Please send this field once." }).optional();

export const permissionsSchema = z.object({
  updateEmail: permission,
  viewContent: permission,
  receiveDuplicate: permission,
});

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

export function permissionsOf(ticked: z.output<typeof permissionsSchema>): Permissions {
  return {
    updateEmail: ticked.updateEmail === "on",
    viewContent: ticked.viewContent === "on",
    receiveDuplicate: ticked.receiveDuplicate === "on",
  };
}
