/** Fills a hidden field with the browser's IANA time zone. Without JavaScript the field stays empty and means UTC. */
export function fillTimeZone(input: HTMLInputElement | null): void {
  if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
