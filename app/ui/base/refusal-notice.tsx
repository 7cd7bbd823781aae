import { Notice } from "./notice";

/** Shows the error of a form without fields. */
export function RefusalNotice({ result }: { result?: unknown }) {
  const errors = (result as { error?: Record<string, string[] | null> } | undefined)?.error?.[""];
  return errors?.length ? (
    <Notice kind="error">
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </Notice>
  ) : null;
}
