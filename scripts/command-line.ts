import { type ParseArgsConfig, parseArgs } from "node:util";

/** Ends the process with the usage when an argument is unknown, such as `--help`: a mistyped command does nothing. */
export function parseCommandLine<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch {
    console.error(usage);
    process.exit(1);
  }
}
