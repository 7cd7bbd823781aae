/** In UTF-16 code units, which is how browsers count `maxlength`. */
export const REPLY_MAX_LENGTH = 10_000;
