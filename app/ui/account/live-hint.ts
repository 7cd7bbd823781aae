/** Returns the praise once a rule is met. Without JavaScript the rule stays. */
export function liveHint(isKept: boolean, praise: string, rule: string): string {
  return isKept ? praise : rule;
}
