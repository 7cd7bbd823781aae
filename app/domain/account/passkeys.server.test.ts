import { expect, it } from "vitest";
import { db } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { passkeys } from "~db/schema";
import { createUser } from "../../../tests/factories/user";
import { addPasskey, findByPasskey } from "./passkeys.server";

const BROWSER = "a browser";

/** What a device sends, without a signature that could be verified. */
function answerOf(type: "webauthn.create" | "webauthn.get") {
  const id = Buffer.from(createId()).toString("base64url");
  const clientData = { type, challenge: "unknown", origin: "http://localhost:3000" };
  const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString("base64url");
  const response = { clientDataJSON, attestationObject: "", authenticatorData: "", signature: "" };
  return { id, rawId: id, type: "public-key", response };
}

async function addedPasskey() {
  const { user } = await createUser();
  const credential = answerOf("webauthn.get");
  const keys = { credentialHash: hashSecretToken(credential.id), credentialId: credential.id, counter: 0 };
  const row = { id: createId(), userId: user.id, publicKey: Buffer.alloc(8), name: "Phone", createdAt: new Date() };
  await db.insert(passkeys).values({ ...row, ...keys });
  return { user, credential };
}

it("refuses a passkey whose challenge is not known", async () => {
  const { user, credential } = await addedPasskey();
  expect(await findByPasskey(credential, BROWSER)).toBeUndefined();
  const added = { credential: answerOf("webauthn.create"), name: "Phone", browser: BROWSER, device: "Chrome" };
  expect(await addPasskey(user, added)).toEqual({ ok: false, reason: "refused" });
});

it("does not take a database that fails for a wrong passkey", async () => {
  const { user, credential } = await addedPasskey();
  const added = { credential: answerOf("webauthn.create"), name: "Phone", browser: BROWSER, device: "Chrome" };
  await db.execute("RENAME TABLE passkey_challenges TO passkey_challenges_gone");
  try {
    await expect(findByPasskey(credential, BROWSER)).rejects.toThrow("passkey_challenges");
    await expect(addPasskey(user, added)).rejects.toThrow("passkey_challenges");
  } finally {
    await db.execute("RENAME TABLE passkey_challenges_gone TO passkey_challenges");
  }
});
