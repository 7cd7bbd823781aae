import { Notice } from "./notice";

/** What was wrong with a form that has no fields of its own to stand beside. */
export function Refusal({ result }: { result?: unknown }) {
  const errors = (result as { error?: Record<string, string[] | null> } | undefined)?.error?.[""];
  return errors?.length ? (
    <Notice kind="error">
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </Notice>
  ) : null;
}
