/** Faces that every machine has: a mail fetches nothing. */
export const serif = "Georgia, Times, serif";
export const sans = "Helvetica, Arial, sans-serif";
