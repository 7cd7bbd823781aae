import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeliveryState, isFailed, isHandedOver } from "./events";
import { answerDueAt, type DeliveryRung, dueStep, isExhausted, LADDER, nextRungs, type Rung, rungOf } from "./ladder";
import { allows, DELIVERY_TRANSITIONS, type DeliveryTransition, transitionForEvent } from "./transitions";

const NOW = new Date("2031-06-14T09:00:00Z");
const RUNGS = LADDER.map(({ rung }) => rung);
const MOVES = Object.keys(DELIVERY_TRANSITIONS) as DeliveryTransition[];

type Position = { state: DeliveryState; rung: DeliveryRung; nextStepAt: Date | undefined };
/** Every external event of a delivery. */
const EVENTS = [
  "handed_over",
  "send_given_up",
  "arrived",
  "bounced",
  "opened",
  "readdressed",
  "question_lost",
  "silence",
] as const;
type Happening = (typeof EVENTS)[number];

/** Takes the next available rung like `escalate`, using only the tables. */
function escalated(from: Position, ways: Set<Rung>): Position {
  let position = from;
  for (const { rung, transition, days } of nextRungs(from.rung)) {
    if (rung !== "held" && !ways.has(rung)) continue;
    expect(allows(DELIVERY_TRANSITIONS[transition], position.state)).toBe(true);
    position = {
      state: DELIVERY_TRANSITIONS[transition].to,
      rung: rungOf(transition) ?? from.rung,
      nextStepAt: answerDueAt(transition, NOW),
    };
    if (days !== 0) break;
  }
  return position;
}

function after(position: Position, event: Happening, ways: Set<Rung>): Position {
  const isWaitingForAnswer = isFailed(position.state) && !isExhausted(position.rung);
  const isSmsSent = position.rung === "sms";
  if (event === "silence" || event === "question_lost") {
    if (event === "silence" && !position.nextStepAt) return position;
    const { sms_unanswered } = DELIVERY_TRANSITIONS;
    const isUnanswered = isSmsSent && event === "silence" && allows(sms_unanswered, position.state);
    if (isUnanswered) return escalated({ ...position, state: sms_unanswered.to }, ways);
    return isWaitingForAnswer ? escalated(position, ways) : position;
  }
  const move = DELIVERY_TRANSITIONS[isSmsSent ? asText(event) : event];
  if (!allows(move, position.state)) return position;
  const keepsWait = isSmsSent && (event === "handed_over" || event === "arrived");
  const moved = {
    state: move.to,
    rung: rungOf(event) ?? position.rung,
    nextStepAt: keepsWait ? position.nextStepAt : undefined,
  };
  return event === "bounced" || event === "send_given_up" ? escalated(moved, ways) : moved;
}

/** SMS have transitions of their own, to the same states. */
function asText(event: Exclude<Happening, "silence" | "question_lost">): DeliveryTransition {
  if (event === "opened" || event === "readdressed") return event;
  return transitionForEvent({ channel: "sms" }, event === "send_given_up" ? "given_up" : event);
}

const start: Position = { state: "queued", rung: "first_address", nextStepAt: undefined };
const anyWays = fc.subarray(RUNGS).map((ways) => new Set(ways));
const anyEvents = fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 });

function walk(ways: Set<Rung>, events: Happening[]): Position[] {
  const positions = [start];
  for (const event of events) positions.push(after(positions.at(-1) ?? start, event, ways));
  return positions;
}
const HEIGHTS: DeliveryRung[] = RUNGS;
const heightOf = ({ rung }: Position) => HEIGHTS.indexOf(rung);

describe("the ladder", () => {
  it("has one transition to each rung, and ends early only when the recipient declines", () => {
    for (const { rung, transition } of LADDER) expect(rungOf(transition)).toBe(rung);
    const others = MOVES.filter((move) => rungOf(move) && !LADDER.some((step) => step.transition === move));
    expect(others.map((move) => [move, rungOf(move)])).toEqual([
      ["blocked", "unwanted"],
      ["unblocked", "first_address"],
      ["readdressed_by_backup", "first_address"],
      ["readdressed_by_legacy", "first_address"],
    ]);
  });

  it("only goes up, but starts again with a new address", () => {
    fc.assert(
      fc.property(anyWays, anyEvents, (ways, events) => {
        const positions = walk(ways, events);
        events.forEach((event, index) => {
          const [before, now] = [positions[index], positions[index + 1]];
          if (!before || !now) return;
          if (event === "readdressed" && now !== before) expect(now).toMatchObject({ ...start, nextStepAt: undefined });
          else expect(heightOf(now)).toBeGreaterThanOrEqual(heightOf(before));
          if (heightOf(now) > heightOf(before) && now.rung !== "held") expect([...ways]).toContain(now.rung);
        });
      }),
    );
  });

  it("leaves every delivery on its way, ended, or waiting until a set day", () => {
    fc.assert(
      fc.property(anyWays, anyEvents, (ways, events) => {
        for (const { state, rung, nextStepAt } of walk(ways, events)) {
          const isOnItsWay = rung === "sms" && state !== "queued" && state !== "opened";
          if ((isFailed(state) && rung !== "held") || isOnItsWay) {
            expect(nextStepAt?.getTime()).toBeGreaterThan(NOW.getTime());
            expect(dueStep({ state, rung, reminders: 0 })).toBe("escalate");
          } else {
            const isUnsentSms = rung === "sms" && state === "queued";
            expect(dueStep({ state, rung, reminders: 9 })).toBe(isUnsentSms ? "wait" : "nothing");
          }
        }
      }),
    );
  });

  it("ends with the vault held when every rung fails", () => {
    fc.assert(
      fc.property(
        anyWays,
        anyEvents,
        fc.constantFrom("bounced" as const, "send_given_up" as const),
        (ways, events, bad) => {
          const isRead = walk(ways, events).at(-1)?.state === "opened";
          const silence = LADDER.flatMap(() => [bad, "silence" as const]);
          const last = walk(ways, [...events, "bounced", ...silence]).at(-1);
          if (isRead) expect(last?.state).toBe("opened");
          // A mail that was handed over and not refused counts as arrived.
          else if (last && isHandedOver(last.state)) {
            expect(bad).toBe("send_given_up");
            expect(last.rung).not.toBe("sms");
          } else expect(last).toMatchObject({ state: "failed", rung: "held", nextStepAt: undefined });
        },
      ),
    );
  });

  it("ends for good at an opening, at any time", () => {
    fc.assert(
      fc.property(anyWays, anyEvents, anyEvents, (ways, before, later) => {
        const opened = walk(ways, [...before, "opened"]).at(-1);
        expect(opened?.state).toBe("opened");
        expect(walk(ways, [...before, "opened", ...later]).at(-1)).toEqual(opened);
      }),
    );
  });
});
