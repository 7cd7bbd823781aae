/** Puts the browser's IANA time zone into a hidden field; without script the field stays empty and means UTC. */
export function fillTimeZone(input: HTMLInputElement | null): void {
  if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
