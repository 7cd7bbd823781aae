/** In days: signing in during them keeps the account. */
export const GRACE_DAYS = 30;
/** In days before the erasure. */
export const REMINDER_DAYS = 3;
