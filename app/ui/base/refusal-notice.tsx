import { ErrorNotice } from "./notice";

type Refused = { error?: Record<string, string[] | null> } | undefined;

/** Shows the error of a form without fields; `choice` is the name of its buttons, which show none of their own. */
export function RefusalNotice({ result, choice }: { result?: unknown; choice?: string | undefined }) {
  const error = (result as Refused)?.error;
  return <ErrorNotice errors={error?.[""] ?? (choice ? error?.[choice] : undefined)} />;
}
