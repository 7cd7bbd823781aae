import { FieldError } from "../base/field-error";

/** Folded until there is a code. */
export function DiscountCode({ value, error }: { value: string; error?: string | undefined }) {
  return (
    <details className="more discount" open={value !== "" || error !== undefined}>
      <summary>Have a discount code?</summary>
      <div className="field">
        <label className="field-label" htmlFor="discountCode">
          Discount code
        </label>
        <input
          className="control"
          id="discountCode"
          name="discountCode"
          defaultValue={value}
          autoComplete="off"
          autoCapitalize="characters"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "discountCode-error" : "discountCode-hint"}
        />
        {error ? (
          <FieldError id="discountCode-error">{error}</FieldError>
        ) : (
          <p className="field-hint" id="discountCode-hint">
            Then choose a plan. The checkout shows what you pay.
          </p>
        )}
      </div>
    </details>
  );
}
