import type { Bench, Measurement } from "./harness/bench.ts";
import { table } from "./harness/format.ts";
import { productionEnv } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";

/** Of each set of questions: how many there are, and for how many the right page is first, or among those named. */
export type HelpAnswers = Record<string, { asked: number; first: number; named: number }>;

const RIGHT_FROM = 0.9;
/** Sets for which the right page only has to be named: in the others, words that the articles lack are rare. */
const NAMED_ONLY = ["strangers", "unseen"];

/** Row 17: the local search of the help, asked the questions of `tests/corpus/help-questions.ts`. */
export async function measureHelpSearch(bench: Bench): Promise<Measurement> {
  const { databases, supervisor } = bench;
  const urls = { mysql: databases.mysqlUrl, postgres: databases.postgresUrl };
  // The program reads the settings as the app does, but uses neither databases nor port.
  const env = { ...productionEnv(supervisor.home, 3000, urls), AMBERKEEP_DEMO: "1" };
  const answers = Object.entries(await runProgram<HelpAnswers>(bench, "answer-help", { env }));
  const share = (part: number, whole: number) => `${part} (${Math.floor((part / whole) * 100)}%)`;
  const rows = answers.map(([set, { asked, first, named }]) => [
    set,
    String(asked),
    share(first, asked),
    share(named, asked),
  ]);
  return {
    cases: answers.reduce((sum, [, { asked }]) => sum + asked, 0),
    failures: { poor: answers.filter(isPoor).length },
    report: [
      "Row 17, help: questions whose right page is found",
      table([["set", "questions", "first", "among those named"], ...rows]),
      "  good: 90% first, for strangers and unseen 90% named; only held-out and unseen were not used for tuning",
    ].join("\n"),
  };
}

function isPoor([set, { asked, first, named }]: [string, HelpAnswers[string]]): boolean {
  return (NAMED_ONLY.includes(set) ? named : first) < asked * RIGHT_FROM;
}
