import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";

/** For readers without an account on a computer that others use, too. */
export function CloseForm({ href, label }: { href: string; label: string }) {
  return (
    <form method="post" action={href} className="actions on-screen">
      <CsrfField />
      <Button variant="quiet">{label}</Button>
      <span className="small">Is this a shared computer? Close it when you have finished.</span>
    </form>
  );
}
