import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";

/** For readers without an account, who have nothing to log out of. */
export function CloseForm({ href, what }: { href: string; what: "letter" | "board" | "page" }) {
  return (
    <form method="post" action={href} className="close-form actions">
      <CsrfField />
      <p className="small">On a shared computer?</p>
      <Button variant="quiet">Close this {what}</Button>
    </form>
  );
}
