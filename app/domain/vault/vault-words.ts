/** What the form of a vault says when something is missing: beside its field, and above the form. */
export const NO_TITLE = "Title is required";
export const NO_DATE = "Please select a delivery date";
export const NO_CONTENT = "Please add at least one photo, video, audio file, or write a message.";
export const NO_RECIPIENT = "Please provide an email address for the recipient.";
export const NO_BACKUP = "Please provide an email address for the backup contact.";
/** The first words of what is said when every place of the plan is taken. */
export const VAULT_LIMIT = "Vault Limit Reached";
/** What is said to whoever puts that off. */
export const NEED_MORE = {
  title: "Need more vaults?",
  description: "What you wrote is kept as a draft. It can be scheduled as soon as there is a place for it.",
};

/** What is said when it was not the form: nothing is lost, and the same may work later. */
const LATER = "Unable to save memory. Please check your connection and try again.";
export const NOT_SAVED = {
  save: `Failed to Save Memory. ${LATER}`,
  update: `Failed to Update Memory. ${LATER}`,
  submit: "Submission Error. An unexpected error occurred.",
};

/** What is said of a vault that cannot be saved under its own address any more. */
export const NOT_FOUND = "Memory not found.";
export const NOT_EDITABLE = "This memory cannot be changed any more.";

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

/** What to say above a form that was sent with these errors beside its fields; undefined when nothing is missing. */
export function summaryOf(errors: string[]): { title: string; description: string } | undefined {
  const missing = [NO_TITLE, NO_DATE, NO_CONTENT, NO_RECIPIENT].find((error) => errors.includes(error));
  return missing === undefined ? undefined : SUMMARIES[missing];
}
