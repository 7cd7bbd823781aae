import type { ContactState, Permissions } from "~/domain/legacy/legacy";

export type ContactData = {
  id: string;
  name: string;
  email: string;
  relationship: string;
  permissions: Permissions;
  state: ContactState;
  isInvitationLost: boolean;
  isUnreachable: boolean;
  waits: { title: string; sentence: string; stopHref: string }[];
};
