import { existsSync, readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** Adds the settings of `file`, if it exists. Variables already set take precedence. */
export function loadEnv(file: string): void {
  if (!existsSync(file)) return;
  const given = process.env.NODE_EXTRA_CA_CERTS;
  process.loadEnvFile(file);
  // Node itself reads it only from the environment that it is started with.
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities && !given && existsSync(authorities))
    setDefaultCACertificates([...getCACertificates(), readFileSync(authorities, "utf8")]);
}
