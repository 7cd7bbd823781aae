import { keyedDigest } from "~/services/cipher.server";

/** The recipient's email or phone number as stored for a blocked sender. */
export const blockDigest = (recipient: string) => keyedDigest("blocked-sender", recipient);
