import type { Databases } from "../../scripts/launch/databases.ts";
import type { Supervisor } from "../../scripts/launch/supervisor.ts";

export type Bench = {
  supervisor: Supervisor;
  databases: Databases;
  seed: string;
  /** In rounds or cases; each row has its own default. */
  n: number | undefined;
  /** Runs the smallest form of the row, which shows that it works and measures nothing. */
  short: boolean;
};

export type Measurement = {
  report: string;
  cases: number;
  /** Counts that should be 0. */
  failures: Record<string, number>;
};
