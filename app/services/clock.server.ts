/** The one place that reads the time. Domain verbs take `now` as an argument and default to this. */
export function now(): Date {
  return new Date();
}
