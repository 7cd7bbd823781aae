import { ErrorNotice } from "./notice";

/** Shows the error of a form without fields. */
export function RefusalNotice({ result }: { result?: unknown }) {
  return <ErrorNotice errors={(result as { error?: Record<string, string[] | null> } | undefined)?.error?.[""]} />;
}
