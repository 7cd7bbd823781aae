import { uploadFailed } from "./refusals";
import { UNVERIFIED_BYTES } from "./storage-limit.server";

const GB = 1024 ** 3;
const unverified = `${UNVERIFIED_BYTES / GB} GB`;

/** Kept apart, as browsers do not need them. `name` is in quotation marks. */
export const STORAGE_REFUSALS = {
  storage_full: () =>
    "Your files would take up more room than your plan has. Please remove a file, or cancel a memory that still waits.",
  unverified_storage_full: () =>
    `Until you’ve confirmed your email, your files can be up to ${unverified} in total. Please open the link we emailed you.`,
  visitor_storage_full: () =>
    `Without an account, files can be up to ${unverified} in total. Please sign up, or remove a file.`,
  no_store: () => uploadFailed("our storage does not answer right now. Please try again in a minute."),
  disk_full: (name: string) =>
    `We have no room for ${name} just now. Your words are safe without it. Please add it again tomorrow.`,
} satisfies Record<string, (name: string) => string>;

export type StorageRefusal = keyof typeof STORAGE_REFUSALS;
