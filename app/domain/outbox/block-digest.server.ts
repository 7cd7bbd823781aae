import { keyedDigest } from "~/services/cipher.server";

/** A blocked sender is stored with this of the recipient's email or phone number. */
export const blockDigest = (recipient: string) => keyedDigest("blocked-sender", recipient);
