/** The settings by which everything is encrypted and signed, for tests that replace the environment. */
export const SECRETS = {
  APP_SECRET: "a secret for tests, 0123456789 0123456789",
  VAULT_MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
};
