/** Loaded with `node --import`: shifts the clock of this process, as on a machine whose clock is wrong. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RightDate = Date;
const shiftedNow = () => RightDate.now() + shiftMs;

const ShiftedDate: DateConstructor = new Proxy(RightDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [shiftedNow()], newTarget),
  apply: () => new RightDate(shiftedNow()).toString(),
  get: (target, property) => (property === "now" ? shiftedNow : Reflect.get(target, property)),
});
RightDate.prototype.constructor = ShiftedDate;
globalThis.Date = ShiftedDate;
