import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { BoardRecipient, FormKind } from "~/domain/vault/vault";
import { createFields } from "../base/live-fields";
import { VaultFields } from "./vault-fields";
import type { VaultFormProps } from "./vault-form-props";

type Rendered = {
  hasSms: boolean;
  recipientPhone?: string;
  kind?: FormKind;
  boardRecipients?: BoardRecipient[];
  answer?: VaultFormProps["answer"];
};

function render({ hasSms, recipientPhone = "", kind = "send-to-someone", boardRecipients, answer }: Rendered): string {
  const held = { formId: "vault", initial: { recipientPhone, boardRecipients }, typed: undefined, errors: {} };
  return renderToStaticMarkup(
    <VaultFields
      mode="new"
      kind={kind}
      type={kind === "send-to-someone" ? "letter" : kind}
      formId="f"
      inviteLink={null}
      files={[]}
      copies={[]}
      self={{ id: "u", name: "Anna", email: "anna@example.org" }}
      hasSms={hasSms}
      now="2026-11-23T12:00:00Z"
      fields={createFields(held) as Parameters<typeof VaultFields>[0]["fields"]}
      ticked={null}
      answer={answer}
    />,
  );
}

it("asks for a recipient's phone number only where it is used, with the reason", () => {
  expect(render({ hasSms: true })).toContain(
    "the country code, such as +49. We text it only if email doesn’t reach them.",
  );
  expect(render({ hasSms: false })).not.toContain("Recipient phone");
});

it("shows a number that is already stored, and says that it isn't used", () => {
  const html = render({ hasSms: false, recipientPhone: "+49 170 1234567" });
  expect(html).toContain("+49 170 1234567");
  expect(html).toContain("We can’t send text messages at the moment.");
});

it("says how long the message of a board can be", () => {
  expect(render({ hasSms: false, kind: "memory-board" })).toContain("up to 3 pages (9,000 characters)");
});

it("speaks to the writer where a memory comes back to them", () => {
  const [own, letter] = [render({ hasSms: false, kind: "future-self" }), render({ hasSms: false })];
  for (const [toSelf, toOthers] of [
    ["If we can’t reach you", "If we can’t reach them"],
    ["you read it here", "they read it here"],
  ] as const) {
    expect([own.includes(toSelf), own.includes(toOthers)]).toEqual([true, false]);
    expect([letter.includes(toSelf), letter.includes(toOthers)]).toEqual([false, true]);
  }
});

it("puts the cursor in the row of a board that was just added, and in no other", () => {
  const boardRecipients = [
    { name: "Tom", email: "tom@example.org" },
    { name: "", email: "" },
  ];
  const board = { hasSms: false, kind: "memory-board", boardRecipients } as const;
  const focused = (intent?: string) => {
    const html = render({ ...board, ...(intent && { answer: { status: "success", initialValue: { intent } } }) });
    return [...html.matchAll(/<input[^>]* autofocus=""[^>]*>/gi)].map(([input]) => /name="([^"]*)"/.exec(input)?.[1]);
  };
  expect(focused("add-recipient")).toEqual(["boardRecipients[1].name"]);
  for (const intent of ["attach", undefined]) expect(focused(intent)).toEqual([]);
});
