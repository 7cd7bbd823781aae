/** Without JavaScript the rule stays. */
export function liveHint(isKept: boolean, praise: string, rule: string): string {
  return isKept ? praise : rule;
}
