const GB = 1024 ** 3;

/** For an account with a verified email, in bytes: two full boards … */
export const ACCOUNT_BYTES = 10 * GB;
/** … and so much for each vault of its plan. */
export const BYTES_PER_VAULT = GB;
/** For a visitor, and for an account until its email is verified: any one file, and some more. */
export const UNVERIFIED_BYTES = GB;
