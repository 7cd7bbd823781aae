import { z } from "zod";
import { email } from "~/domain/account/account-schema";
import { backupRule, hasBackupAddress, reachFields } from "~/domain/vault/address-fields";

const deliveryId = z
  .string({ error: "Please send this field once." })
  .max(40, "Please use at most 40 characters.")
  .optional();

/** For the failed delivery `deliveryId`, or without it for the recipient of a waiting vault. */
export const addressSchema = z.object({ email, deliveryId, ...reachFields }).refine(hasBackupAddress, backupRule);

/** For vaults without an email of their own. */
export const reachSchema = z
  .object({ email: email.optional(), deliveryId, ...reachFields })
  .refine(hasBackupAddress, backupRule);

export const givenAddressSchema = z.object({ email });
