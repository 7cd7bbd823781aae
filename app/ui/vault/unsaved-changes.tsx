import { editVaultHref } from "~/domain/vault/edit-vault-href";
import type { VaultState } from "~/domain/vault/vault";
import { Notice } from "../base/notice";
import { changesHref } from "./vault-with-action";

/** For an owner who changed a scheduled vault and has not saved the changes. */
export function UnsavedChanges({ id, state }: { id: string; state: VaultState }) {
  const isWaiting = state === "scheduled";
  return (
    <Notice title={isWaiting ? "You began to change this" : "It went as it was scheduled"}>
      <p>
        {isWaiting
          ? "What you changed isn’t saved yet: until you update it, this goes out as you see it here."
          : "What you had begun to change came too late. You can keep it as the draft of a new memory."}{" "}
        <a href={isWaiting ? editVaultHref(id) : changesHref(id)}>{isWaiting ? "Continue" : "See your changes"}</a>
      </p>
    </Notice>
  );
}
