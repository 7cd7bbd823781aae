import { isStrongPassword, PASSWORD_MAX_LENGTH } from "~/domain/account/account";
import { TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

export function PasswordFields({ password, confirmPassword }: { password: AnyField; confirmPassword: AnyField }) {
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
        hint={
          isStrongPassword(typed) && !password.errors
            ? "Strong password"
            : "At least 8 characters, with an uppercase letter, a lowercase letter and a digit. Or any 15 characters."
        }
      />
      <TextField
        field={confirmPassword}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
        hint={matches ? "Passwords match" : "Type it again."}
      />
    </>
  );
}
