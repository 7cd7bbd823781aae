/** What is said to whoever has no account wherever they need one. */
export const ACCOUNT_WORDS = "Create a free account now to save and deliver your vault!";
