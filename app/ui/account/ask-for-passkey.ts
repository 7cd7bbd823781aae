import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";

export type PasskeyRequest = { kind: "register" | "sign_in"; optionsPath: string };

/**
 * Fetches options from the server, then asks the browser for a passkey, unless the form is gone by then.
 * @throws Error with a sentence for the user
 */
export async function askForPasskey({ kind, optionsPath }: PasskeyRequest, form: HTMLFormElement): Promise<string> {
  const csrf = String(new FormData(form).get("csrf"));
  const response = await fetch(optionsPath, { method: "POST", body: new URLSearchParams({ csrf }) });
  if (response.redirected || !form.isConnected) {
    // The last login is too long ago: this page asks for the password first.
    if (form.isConnected) location.reload();
    return new Promise(() => {});
  }
  const optionsJSON = await response.json();
  if (!response.ok) throw new Error(optionsJSON.error?.[""]?.join(" "));
  try {
    const made =
      kind === "register" ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON });
    return JSON.stringify(made);
  } catch (error) {
    // Replaced by another press.
    if (error instanceof WebAuthnError && error.code === "ERROR_CEREMONY_ABORTED") return new Promise(() => {});
    throw new Error(sentenceFor(error));
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "This device already has a passkey for your account.";
  }
  return "No passkey was chosen. You can try again, or log in another way.";
}
