import { createId } from "@paralleldrive/cuid2";
import { uploadOwner } from "~/domain/media/uploads.server";
import type { VisitorDraftInput } from "~/domain/visitor-draft/visitor-draft.server";
import { emptyForm, type FormValues } from "~/domain/writing/form-values";

export function formValues(overrides: Partial<FormValues> = {}): FormValues {
  return {
    ...emptyForm({ timeZone: "UTC" }, "send-to-someone"),
    title: `Letter ${createId()}`,
    message: "Dear Mia, by now you can read this yourself.",
    recipientName: "Mia",
    recipientEmail: "mia@example.net",
    deliveryDate: "2044-06-14",
    ...overrides,
  };
}

export function visitorDraft(overrides: Partial<VisitorDraftInput> = {}): VisitorDraftInput {
  return {
    type: "letter",
    formId: createId(),
    values: formValues(),
    uploadOwner: uploadOwner({ visitorToken: createId() }),
    ...overrides,
  };
}

/** For hand-overs that the day's limit of people isn't about. */
export const noLimit = async () => ({ refund: async () => {} });
