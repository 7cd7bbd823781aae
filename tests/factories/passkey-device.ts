import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { env } from "~/env.server";

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

type Options = {
  origin?: string;
  rpId?: string;
  /** Whether the device checks who holds it. */
  checksHolder?: boolean;
};

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const encoded = (data: Buffer) => data.toString("base64url");

/** What a phone does with a passkey (WebAuthn, section 6), with ES256 and without attestation. */
export function createPasskeyDevice({
  origin = env.BASE_URL,
  rpId = new URL(origin).hostname,
  checksHolder = true,
}: Options = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  const flags = UP | (checksHolder ? UV : 0);

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (extraFlags = 0, rest = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags | extraFlags), count, rest]);
  };

  function register({ challenge }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authenticatorData(ATTESTED, attested))],
    ]);
    return {
      id: encoded(id),
      rawId: encoded(id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData("webauthn.create", challenge)),
        attestationObject: encoded(Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]))),
        transports: ["internal"],
      },
    };
  }

  function signIn({ challenge }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
    const data = authenticatorData();
    const client = clientData("webauthn.get", challenge);
    return {
      id: encoded(id),
      rawId: encoded(id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
      },
    };
  }

  return {
    register,
    signIn,
    /** Acts as a copy of the device that was made before. */
    rewind: () => {
      counter = 0;
    },
  };
}
