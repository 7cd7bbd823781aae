import { tzOffset } from "@date-fns/tz";
import pg from "pg";
import { dateIn, deliveryInstant } from "../app/domain/calendar/delivery-date.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { table } from "./harness/format.ts";
import { createRandom, type Random } from "./harness/random.ts";

const FULL = 120_000;
const SHORT = 1_000;
const BATCH = 4_000;
const FIRST_YEAR = 2026;
const LAST_YEAR = 2101;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Case = { zone: string; date: string; hour: number; instant: Date };
/** Local times at the instant and a second before, what Postgres makes of the local time, and its UTC offsets. */
type PostgresAnswer = { shown: string; expected: string; before: string; offsets: number[] };
/** In hours around each instant. Node and Postgres must agree on these offsets for their zone data to be comparable. */
const AROUND = [-36, 0, 36];

/** Row 12: instants of deliveries at the edges of the calendar, compared with those of Postgres. */
export async function measureCalendarTruth({ databases, seed, short, n }: Bench): Promise<Measurement> {
  const total = n ?? (short ? SHORT : FULL);
  const postgres = new pg.Client(databases.postgresUrl);
  await postgres.connect();
  try {
    const zones = await sharedZones(postgres);
    const random = createRandom(`${seed} calendar`);
    const wrong = { date: 0, today: 0, instant: 0, naive: 0 };
    const examples: string[] = [];
    const asked: { one: Case; answer: PostgresAnswer }[] = [];
    for (let done = 0; done < total; done += BATCH) {
      const cases = Array.from({ length: Math.min(BATCH, total - done) }, () => randomCase(zones, random));
      const answers = await askPostgres(postgres, cases);
      asked.push(...answers.flatMap((answer, index) => (cases[index] ? [{ one: cases[index], answer }] : [])));
    }
    const others = new Set(asked.filter(({ one, answer }) => !haveSameRules(one, answer)).map(({ one }) => one.zone));
    const compared = asked.filter(({ one }) => !others.has(one.zone));
    for (const { one, answer } of compared) compare(one, answer, wrong, examples);
    const { naive: _, ...failures } = wrong;
    const found = { n: compared.length, seed, zones: zones.length, wrong, examples, others: [...others].sort() };
    return { cases: compared.length, failures, report: describe(found) };
  } finally {
    await postgres.end();
  }
}

async function sharedZones(postgres: pg.Client): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>("SELECT name FROM pg_timezone_names");
  const known = new Set(rows.map(({ name }) => name));
  return Intl.supportedValuesOf("timeZone").filter((zone) => known.has(zone));
}

/** Year and month ends, leap days and clock changes; around midnight and when clocks jump. */
function randomCase(zones: string[], random: Random): Case {
  const zone = random.pick(zones);
  const year = FIRST_YEAR + Math.floor(random.next() * (LAST_YEAR - FIRST_YEAR + 1));
  const changes = changesOf(zone, year);
  const ends = [`${year}-01-01`, `${year}-12-31`, `${year}-03-01`, lastOfFebruary(year), `${year}-06-30`];
  const date = changes.length > 0 && random.next() < 0.6 ? random.pick(changes) : random.pick(ends);
  const hour = random.pick([0, 0, 0, 1, 2, 3, 9, 23]);
  return { zone, date, hour, instant: deliveryInstant(date, hour, zone) };
}

const lastOfFebruary = (year: number) => new Date(Date.UTC(year, 2, 0)).toISOString().slice(0, 10);

const changes = new Map<string, string[]>();

/** The days on which clocks change, and the days after them. */
function changesOf(zone: string, year: number): string[] {
  const key = `${zone} ${year}`;
  const known = changes.get(key);
  if (known) return known;
  const found: string[] = [];
  for (let at = Date.UTC(year, 0, 1, 12); at < Date.UTC(year + 1, 0, 1, 12); at += 7 * DAY_MS) {
    if (tzOffset(zone, new Date(at)) === tzOffset(zone, new Date(at + 7 * DAY_MS))) continue;
    for (let day = at; day < at + 7 * DAY_MS; day += DAY_MS) {
      if (tzOffset(zone, new Date(day)) === tzOffset(zone, new Date(day + DAY_MS))) continue;
      found.push(new Date(day).toISOString().slice(0, 10), new Date(day + DAY_MS).toISOString().slice(0, 10));
    }
  }
  changes.set(key, found);
  return found;
}

async function askPostgres(postgres: pg.Client, cases: Case[]): Promise<PostgresAnswer[]> {
  const { rows } = await postgres.query<PostgresAnswer>(
    `SELECT to_char(to_timestamp(c.at) AT TIME ZONE c.zone, 'YYYY-MM-DD HH24:MI') AS shown,
            to_char(to_timestamp(c.at - 1) AT TIME ZONE c.zone, 'YYYY-MM-DD HH24:MI') AS before,
            to_char((c.local::timestamp AT TIME ZONE c.zone) AT TIME ZONE c.zone, 'YYYY-MM-DD HH24:MI') AS expected,
            ARRAY(SELECT extract(epoch FROM (to_timestamp(c.at + h * 3600) AT TIME ZONE c.zone)
                                          - (to_timestamp(c.at + h * 3600) AT TIME ZONE 'UTC'))::float8 / 60
                    FROM unnest($4::int[]) WITH ORDINALITY AS a(h, o) ORDER BY a.o) AS offsets
       FROM unnest($1::text[], $2::float8[], $3::text[]) WITH ORDINALITY AS c(zone, at, local, nr) ORDER BY c.nr`,
    [
      cases.map(({ zone }) => zone),
      cases.map(({ instant }) => instant.getTime() / 1_000),
      cases.map(({ date, hour }) => `${date} ${String(hour).padStart(2, "0")}:00`),
      AROUND,
    ],
  );
  return rows;
}

/** Node and Postgres may have different versions of the zone data. */
function haveSameRules({ zone, instant }: Case, { offsets }: PostgresAnswer): boolean {
  return AROUND.every((hours, index) => {
    return tzOffset(zone, new Date(instant.getTime() + hours * HOUR_MS)) === offsets[index];
  });
}

type Wrong = { date: number; today: number; instant: number; naive: number };

function compare({ zone, date, hour, instant }: Case, answer: PostgresAnswer, wrong: Wrong, examples: string[]): void {
  const local = `${date} ${String(hour).padStart(2, "0")}:00`;
  // In a skipped hour, the first minute after it is right.
  const exists = answer.expected === local;
  const isRight = exists ? answer.shown === local : answer.shown > local && answer.before < local;
  if (!isRight) wrong.instant += 1;
  if (exists && answer.shown.slice(0, 10) !== date) wrong.date += 1;
  if (dateIn(zone, instant) !== answer.shown.slice(0, 10)) wrong.today += 1;
  const naive = new Date(Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS - offsetToday(zone) * 60_000);
  if (exists && dateIn(zone, naive) !== date) wrong.naive += 1;
  if (!isRight && examples.length < 8) examples.push(`${local} in ${zone}: ${answer.shown}`);
}

const offsets = new Map<string, number>();
/** In minutes. */
function offsetToday(zone: string): number {
  const offset = offsets.get(zone) ?? tzOffset(zone, new Date());
  offsets.set(zone, offset);
  return offset;
}

type Found = { n: number; seed: string; zones: number; wrong: Wrong; examples: string[]; others: string[] };

function describe({ n, seed, zones, wrong, examples, others }: Found): string {
  return [
    `Row 12, calendar truth: ${n} days and hours at the edges of the calendar, seed ${seed}, ${zones} zones, ${FIRST_YEAR} to ${LAST_YEAR},`,
    `  zone data ${process.versions.tz}; ${others.length} zones left out since Postgres has other rules for them${others.length > 0 ? `: ${others.join(", ")}` : ""}`,
    table([
      ["", "wrong"],
      ["local date of a delivery, by Postgres", String(wrong.date)],
      ["instant: not the first at which clocks show the hour", String(wrong.instant)],
      ["local date of that instant, by our dateIn", String(wrong.today)],
      ["reference: today's offset for every year", String(wrong.naive)],
    ]),
    ...examples.map((example) => `  ! ${example}`),
    "  good: 0",
  ].join("\n");
}
