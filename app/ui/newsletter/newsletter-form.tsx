import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { FieldError } from "../base/field-error";

type NewsletterFormProps = {
  path: string;
  typed?: string | undefined;
  error?: string | undefined;
};

/** One on a page. Posts to /newsletter, which redirects back with a toast, or shows the form again. */
export function NewsletterForm({ path, typed, error }: NewsletterFormProps) {
  return (
    <form method="post" action="/newsletter" className="newsletter">
      <CsrfField />
      <input type="hidden" name="returnTo" value={path} />
      <label className="field-label" htmlFor="newsletter-email">
        Your email address
      </label>
      <div className="newsletter-row">
        <input
          className="control"
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "newsletter-error newsletter-hint" : "newsletter-hint"}
          required
        />
        <Button>Subscribe</Button>
      </div>
      {error && <FieldError id="newsletter-error">{error}</FieldError>}
      <p className="field-hint" id="newsletter-hint">
        A few letters a year. You confirm by email, and every issue has a link to stop.
      </p>
    </form>
  );
}
