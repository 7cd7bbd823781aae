export const NEWS_DAYS = 14;

/** An opening of one of the user's vaults, or a reply to it. */
export type News = { kind: "opened" | "replied"; vaultId: string; title: string; name: string; at: Date };
