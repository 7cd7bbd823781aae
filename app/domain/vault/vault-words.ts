export const NO_TITLE = "Title is required";
export const NO_DATE = "Please select a delivery date";
export const NO_CONTENT = "Please add at least one photo, video, audio file, or write a message.";
export const NO_RECIPIENT = "Please provide an email address for the recipient.";
export const NO_BACKUP = "Please provide an email address for the backup contact.";
export const VAULT_LIMIT = "Vault Limit Reached";
export const NEED_MORE = {
  title: "Need more vaults?",
  description: "What you wrote is kept as a draft. It can be scheduled as soon as there is a place for it.",
};

const LATER = "Unable to save memory. Please check your connection and try again.";
export const NOT_SAVED = {
  save: `Failed to Save Memory. ${LATER}`,
  update: `Failed to Update Memory. ${LATER}`,
  submit: "Submission Error. An unexpected error occurred.",
};

export function failureToast(sentence: string) {
  const [title = "", ...description] = sentence.split(/(?<=Memory|Error)\. /);
  return { title, description: description.join(" "), kind: "error" as const };
}

export const NOT_FOUND = "Memory not found.";
export const NOT_EDITABLE = "This memory can no longer be changed.";
export const CHANGED_ELSEWHERE =
  "This memory was changed after you opened this form, perhaps in another window. What you typed is still here: send it again to replace those changes.";

const MISSING = {
  title: "Missing Information",
  description: "Please fill out all required fields and set a delivery date.",
};
const SUMMARIES: Record<string, { title: string; description: string }> = {
  [NO_TITLE]: MISSING,
  [NO_DATE]: MISSING,
  [NO_CONTENT]: { title: "No Content Added", description: NO_CONTENT },
  [NO_RECIPIENT]: { title: "Recipient Email Required", description: NO_RECIPIENT },
};

export function summaryOf(errors: string[]): { title: string; description: string } | undefined {
  const missing = [NO_TITLE, NO_DATE, NO_CONTENT, NO_RECIPIENT].find((error) => errors.includes(error));
  return missing === undefined ? undefined : SUMMARIES[missing];
}
