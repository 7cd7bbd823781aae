import type { FieldMetadata } from "@conform-to/react";
import { isStrongPassword, PASSWORD_MAX_LENGTH } from "~/domain/account/account";
import { TextField } from "../base/field";
import { liveHint } from "./live-hint";

// biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its schema
type Field = FieldMetadata<any, any, any>;

export function PasswordFields({ password, confirmPassword }: { password: Field; confirmPassword: Field }) {
  const typed = String(password.value ?? "");
  const matches = typed !== "" && typed === confirmPassword.value;
  return (
    <>
      <TextField
        field={password}
        label="Password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
        hint={liveHint(
          isStrongPassword(typed) && !password.errors,
          "Strong password",
          "At least 8 characters, with an uppercase letter, a lowercase letter and a digit. Or any 15 characters.",
        )}
      />
      <TextField
        field={confirmPassword}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
        hint={liveHint(matches, "Passwords match", "Type it again.")}
      />
    </>
  );
}
