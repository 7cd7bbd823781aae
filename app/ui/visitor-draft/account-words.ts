export const ACCOUNT_WORDS = "Create a free account now to save and deliver your vault!";
