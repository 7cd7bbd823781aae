import { type FormEvent, type ReactNode, useState } from "react";
import { CsrfField } from "../base/csrf-field";
import { useHydrated } from "../base/hydrated";
import { importAgain } from "../base/import-again";
import { inTime } from "../base/in-time";
import { ErrorNotice } from "../base/notice";
import type { PasskeyRequest } from "./ask-for-passkey";

const FAILED = "That didn’t work. Please check your connection and try again.";

/** False on the server and in browsers without passkeys. */
export function usePasskeys(): boolean {
  return useHydrated() && typeof PublicKeyCredential === "function";
}

/** Posts the browser's passkey as `credential`. Children are its fields and button. */
export function PasskeyForm({
  action,
  children,
  ...request
}: PasskeyRequest & { action: string; children: ReactNode }) {
  const [problems, setProblems] = useState<string[]>();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const credential = form.elements.namedItem("credential") as HTMLInputElement;
    if (credential.value) return;
    event.preventDefault();
    setProblems(undefined);
    try {
      const { askForPasskey } = await inTime(importAgain(() => import("./ask-for-passkey")));
      credential.value = await askForPasskey(request, form);
      form.requestSubmit();
    } catch (error) {
      setProblems([(error instanceof Error && !(error instanceof TypeError) && error.message) || FAILED]);
    } finally {
      // It works once.
      credential.value = "";
    }
  }
  return (
    <form method="post" action={action} className="stack" onSubmit={onSubmit}>
      <CsrfField />
      <input type="hidden" name="credential" />
      <ErrorNotice errors={problems} />
      {children}
    </form>
  );
}
