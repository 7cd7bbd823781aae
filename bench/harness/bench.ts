import type { Databases } from "../../scripts/launch/databases.ts";
import type { Supervisor } from "../../scripts/launch/supervisor.ts";

/** What every row is given. */
export type Bench = {
  supervisor: Supervisor;
  databases: Databases;
  seed: string;
  /** Rounds or cases; each row has its own default. */
  n: number | undefined;
  /** Whether to take the smallest form of the row, which shows that it works and measures nothing. */
  short: boolean;
};

export type Measurement = {
  /** The row as it is printed. */
  report: string;
  /** How many cases were tried. */
  cases: number;
  /** Counts that should be 0. */
  failures: Record<string, number>;
};
