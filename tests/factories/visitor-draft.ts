import { createId } from "@paralleldrive/cuid2";
import { uploadOwner } from "~/domain/media/uploads.server";
import type { VisitorDraftInput } from "~/domain/visitor-draft/visitor-draft.server";
import type { FormValues } from "~/domain/writing/form-values.server";

/** Returns valid values for the form of a letter. */
export function formValues(overrides: Partial<FormValues> = {}): FormValues {
  return {
    title: `Letter ${createId()}`,
    message: "Dear Mia, by now you can read this yourself.",
    recipientName: "Mia",
    recipientEmail: "mia@example.net",
    recipientPhone: "",
    secondEmail: "",
    backupName: "",
    backupEmail: "",
    boardRecipients: [],
    includesMessage: undefined,
    isToBeSealed: undefined,
    deliveryDate: "2044-06-14",
    deliveryHour: "9",
    deliveryZone: "UTC",
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
