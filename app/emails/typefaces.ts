export const serif = "Georgia, Times, serif";
export const sans = "Helvetica, Arial, sans-serif";
