/** `name` is the setting OPERATOR. */
export function Operator({ name }: { name: string | null }) {
  return <>{name ?? "the people who run this site"}</>;
}
