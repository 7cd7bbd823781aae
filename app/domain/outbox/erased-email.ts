/** Stands for the email of an erased account. The top-level domain is reserved (RFC 2606); nothing is sent there. */
const ERASED_DOMAIN = "@erased.invalid";

export const erasedEmail = (userId: string) => `${userId}${ERASED_DOMAIN}`;
export const isErasedEmail = (email: string) => email.endsWith(ERASED_DOMAIN);
