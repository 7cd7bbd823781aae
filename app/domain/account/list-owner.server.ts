import { keyedDigest } from "~/services/cipher.server";

/** Search terms and replies belong to the account for sent vaults, and to the email for received ones. */
export const ownerOfSent = (userId: string): string => userId.padEnd(64, "0");
export const ownerOfReceived = (email: string): string => keyedDigest("search-owner", email);
