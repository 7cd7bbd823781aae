import { z } from "zod";
import { email, line } from "~/domain/account/account-schema";
import { type Permissions, RELATIONSHIPS } from "./legacy";

const NAME_MISSING = "Please enter a name";
const EMAIL_MISSING = "Please enter an e-mail address";
const RELATIONSHIP_MISSING = "Please choose how you are related";
const MISSING = [NAME_MISSING, EMAIL_MISSING, RELATIONSHIP_MISSING];

/** What is said above a form in which something is missing. */
export const MISSING_INFORMATION = {
  title: "Missing information",
  description: "Please fill in all required fields.",
};

/** Whether these errors of a form say that a required field was left empty. */
export const isSomethingMissing = (errors: string[]) => errors.some((error) => MISSING.includes(error));

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
