import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Ends the process with the usage when an argument is unknown, such as `--help`, or one too many: a mistyped command
 * does nothing.
 */
export function parseCommandLine<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
  { positionalsAtMost = 1 } = {},
) {
  try {
    const parsed = parseArgs(config);
    if (parsed.positionals.length <= positionalsAtMost) return parsed;
  } catch {}
  console.error(usage);
  process.exit(1);
}
