/** The only place that reads the time. Domain functions take `now` as an argument and default to this. */
export function now(): Date {
  return new Date();
}
