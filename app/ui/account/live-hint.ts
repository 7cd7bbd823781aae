/** A rule beside its field that turns into praise once it is kept; without script it stays the rule. */
export function liveHint(isKept: boolean, praise: string, rule: string): string {
  return isKept ? praise : rule;
}
