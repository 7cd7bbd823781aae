import { z } from "zod";
import { email } from "~/domain/account/account-schema";
import { backupRule, hasBackupAddress, reachFields } from "~/domain/vault/address-fields";
import { BOARD_RECIPIENTS_MAX } from "~/domain/vault/vault";

const deliveryId = z
  .string({ error: "Please send this field once." })
  .max(40, "Please use at most 40 characters.")
  .optional();

/** For the failed delivery `deliveryId`, or without it for the recipient of a waiting vault. */
export const addressSchema = z.object({ email, deliveryId, ...reachFields }).refine(hasBackupAddress, backupRule);

const INVALID_POSITION = "Please choose one of the recipients.";
const position = z.coerce
  .number({ error: INVALID_POSITION })
  .int(INVALID_POSITION)
  .min(0, INVALID_POSITION)
  .max(BOARD_RECIPIENTS_MAX, INVALID_POSITION)
  .optional();

const openedAddresses = z.record(z.string(), z.string());

/** The addresses that a form was opened with, as JSON. A form without them replaces what is stored. */
const openedWith = z
  .string({ error: "Please send this field once." })
  .optional()
  .transform((written) => openedAddresses.safeParse(parsed(written)).data);

function parsed(written: string | undefined): unknown {
  try {
    return written && JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** For vaults without an email of their own, or with `position` for an email on a board's list. */
export const reachSchema = z
  .object({ email: email.optional(), deliveryId, position, ...reachFields, openedWith })
  .refine(hasBackupAddress, backupRule);

export type ReachInput = z.output<typeof reachSchema>;

export const givenAddressSchema = z.object({ email });
