import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "../field";
import { liveHint } from "./live-hint";

// biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its schema
type Field = FieldMetadata<any, any, any>;

/** A new password, twice. */
export function PasswordFields({
  password,
  confirmPassword,
  isStrong,
}: {
  password: Field;
  confirmPassword: Field;
  isStrong: (password: string) => boolean;
}) {
  const typed = String(password.value ?? "");
  const matches = typed !== "" && typed === confirmPassword.value;
  return (
    <>
      <TextField
        field={password}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={liveHint(
          isStrong(typed),
          "Strong password",
          "At least 8 characters, with an uppercase letter, a lowercase letter and a digit.",
        )}
      />
      <TextField
        field={confirmPassword}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        hint={liveHint(matches, "Passwords match", "The same password once more.")}
      />
    </>
  );
}
