import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStrongPassword } from "./account";
import { email, loginSchema, newPasswordSchema, resetSchema, signupSchema } from "./account-schema";

const INVALID_EMAIL = "Please enter a valid email address";
const valid = {
  fullName: "Ada Example",
  email: "ada@example.org",
  password: "Correct-Horse-9",
  confirmPassword: "Correct-Horse-9",
};

function errorsOf(schema: typeof signupSchema | typeof newPasswordSchema | typeof loginSchema, input: object) {
  const parsed = schema.safeParse(input);
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]));
}

describe("an email address", () => {
  it.each([
    ["ada@example.org", "ada@example.org"],
    ["  Ada@Example.ORG  ", "ada@example.org"],
    ["René@Exämple.org", "rené@xn--exmple-cua.org"],
    ["ada@xn--exmple-cua.org", "ada@xn--exmple-cua.org"],
    ["ada@ｅｘａｍｐｌｅ.org", "ada@example.org"],
    ["\u202aada@example.org\u202c", "ada@example.org"],
    ["ada@example.org\u200b", "ada@example.org"],
    ["ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com", "ada@xn--mgba3gch31f060k.com"],
    [`${"a".repeat(64)}@${"b".repeat(63)}.example.org`, `${"a".repeat(64)}@${"b".repeat(63)}.example.org`],
  ])("%s is kept as %s", (typed, kept) => {
    expect(email.parse(typed)).toBe(kept);
  });

  it.each([
    ["nothing", ""],
    ["blanks", "   "],
    ["no @", "ada.example.org"],
    ["no dot after the @", "ada@example"],
    ["a space inside", "a da@example.org"],
    ["two @", "ada@b@example.org"],
    ["a line break with a header", "ada@example.org\r\nBcc: eve@example.org"],
    ["a NUL", "ada\u0000@example.org"],
  ])("with %s is refused", (_, typed) => {
    expect(email.safeParse(typed).error?.issues[0]?.message).toBe(INVALID_EMAIL);
  });

  it("is refused when longer than the standard allows", () => {
    expect(email.safeParse(`${"a".repeat(243)}@example.org`).error?.issues[0]?.message).toBe(
      "Please use at most 254 characters.",
    );
  });

  it("never carries a line break or another control character, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, host) => {
        const parsed = email.safeParse(`${name}@${host}.org`);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        return !parsed.success || !/[\u0000-\u0020\u007f\u2028\u2029]/.test(parsed.data);
      }),
    );
  });
});

describe("the sign-up form", () => {
  it("requires all fields but the phone", () => {
    expect(signupSchema.parse(valid)).toMatchObject({ fullName: "Ada Example", email: "ada@example.org" });
    expect(signupSchema.parse({ ...valid, phone: " +49 30 1 " }).phone).toBe("+49 30 1");
  });

  it.each(["❤️", "क्ष", "ᅡ", "。", "می\u200cخواهم"])("takes the name %s", (fullName) => {
    expect(signupSchema.parse({ ...valid, fullName }).fullName).toBe(fullName);
  });

  it("takes an invisible phone number for none", () => {
    expect(signupSchema.parse({ ...valid, phone: "\u200b" }).phone).toBe("");
  });

  it("takes a name from two columns of a table", () => {
    expect(signupSchema.parse({ ...valid, fullName: "Ada\tExample\t" }).fullName).toBe("Ada Example");
  });

  it.each([
    ["a blank name", { fullName: "  " }, "fullName", "Please enter your full name"],
    ["an invisible name", { fullName: "\u200b \u3164\u2800\u2060" }, "fullName", "Please enter your full name"],
    ["a name of 201 characters", { fullName: "a".repeat(201) }, "fullName", "Please use at most 200 characters."],
    ["a name of two lines", { fullName: "Ada\nExample" }, "fullName", "Please use plain text on one line."],
    ["two names", { fullName: ["Ada", "Eve"] }, "fullName", "Please send this field once."],
    ["no address", { email: undefined }, "email", INVALID_EMAIL],
    ["7 characters", { password: "Abcdef1" }, "password", "Password must meet all requirements"],
    ["no capital", { password: "correct-pony-9" }, "password", "Password must meet all requirements"],
    ["no small letter", { password: "CORRECT-PONY-9" }, "password", "Password must meet all requirements"],
    ["no digit", { password: "Correct-Horses" }, "password", "Password must meet all requirements"],
    ["201 characters", { password: `Aa1${"x".repeat(198)}` }, "password", "Please use at most 200 characters."],
    ["another repetition", { confirmPassword: "Correct-Horse-8" }, "confirmPassword", "Passwords do not match"],
    ["no repetition", { confirmPassword: undefined }, "confirmPassword", "Passwords do not match"],
  ])("refuses %s", (_, change, field, message) => {
    expect(errorsOf(signupSchema, { ...valid, ...change })[field]).toMatch(message);
  });
});

describe("the other forms of an account", () => {
  it("applies the sign-up rules to a new password", () => {
    expect(newPasswordSchema.safeParse(valid).success).toBe(true);
    expect(errorsOf(newPasswordSchema, { password: "short", confirmPassword: "short" }).password).toBe(
      "Password must meet all requirements",
    );
  });

  it("asks only for a non-empty password at sign-in", () => {
    expect(loginSchema.safeParse({ email: valid.email, password: "x" }).success).toBe(true);
    expect(errorsOf(loginSchema, { email: valid.email })).toEqual({ password: "Please enter your password" });
  });

  it("needs an email for a reset", () => {
    expect(resetSchema.safeParse({ email: "nobody" }).success).toBe(false);
  });
});

describe("a strong password", () => {
  it("needs no capital and no digit from 15 characters on", () => {
    for (const phrase of ["dusk over the lake", "fünf kleine eulen", "aaaaaaaaaaaaaaa"]) {
      expect(isStrongPassword(phrase)).toBe(true);
      expect(signupSchema.safeParse({ ...valid, password: phrase, confirmPassword: phrase }).success).toBe(true);
    }
    expect(isStrongPassword("dusk over lakes".slice(1))).toBe(false);
  });

  it("is the same from every keyboard", () => {
    const typed = { ...valid, password: "Fu\u0308nf-Eulen-5", confirmPassword: "F\u00fcnf-Eulen-5" };
    expect(signupSchema.parse(typed).password).toBe("F\u00fcnf-Eulen-5");
    expect(loginSchema.parse(typed).password).toBe("F\u00fcnf-Eulen-5");
  });

  it("has at least 8 characters, both cases and a digit", () => {
    const naive = (password: string) =>
      password.length >= 8 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password);
    const unit = fc.constantFrom("a", "B", "7", "é", "𝟘", "\n", " ");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (password) => isStrongPassword(password) === naive(password)),
    );
  });
});
