import { z } from "zod";
import { email } from "~/domain/account/account-schema";
import { backupRule, hasBackupAddress, reachFields } from "~/domain/vault/address-fields";

const deliveryId = z
  .string({ error: "Please send this field once." })
  .max(40, "Please use at most 40 characters.")
  .optional();

/**
 * Another address for a recipient: that of the delivery `deliveryId`, which failed, or without it whom a vault turns to on
 * its day.
 */
export const addressSchema = z.object({ email, deliveryId, ...reachFields }).refine(hasBackupAddress, backupRule);

/** The same for a vault that has no address of its own. */
export const reachSchema = z
  .object({ email: email.optional(), deliveryId, ...reachFields })
  .refine(hasBackupAddress, backupRule);

/** The address that somebody who was asked for it gives. */
export const givenAddressSchema = z.object({ email });
