import { CsrfField } from "../base/csrf-field";

/** Schedules a draft as it is. */
export function FinishVault({ id, title, className }: { id: string; title: string; className: string }) {
  return (
    <form method="post" action={`/memories/${id}/finish`}>
      <CsrfField />
      <button type="submit" className={className}>
        Finish Vault Now<span className="visually-hidden"> “{title}”</span>
      </button>
    </form>
  );
}
