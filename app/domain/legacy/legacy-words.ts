import type { Permission, Relationship } from "./legacy";

export const PERMISSION_LABELS: Record<Permission, { label: string; hint: string }> = {
  updateEmail: {
    label: "Update delivery e-mail",
    hint: "They can give us another address for the recipient.",
  },
  viewContent: {
    label: "View vault content after a delivery failure",
    hint: "They can ask to read it. We’ll tell you, and you have 30 days to stop it.",
  },
  receiveDuplicate: {
    label: "Receive a duplicate delivery",
    hint: "If it still hasn’t arrived after 30 days, they get a copy. We’ll tell you, and you can stop it.",
  },
};

/** These follow "If something cannot be delivered, you may". */
export const PERMISSION_OFFERS: Record<Permission, string> = {
  updateEmail: "give us another address for the recipient",
  viewContent: "ask to read it; that opens after 30 days",
  receiveDuplicate: "get a copy of it after 30 days",
};

export const RELATIONSHIP_LABELS: Record<Relationship, string> = {
  spouse: "Spouse",
  parent: "Parent",
  child: "Child",
  sibling: "Sibling",
  friend: "Friend",
  other: "Other",
};
