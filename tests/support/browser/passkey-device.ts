/** A passkey authenticator without a browser, which makes a mistake when a test asks for it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** Mistakes that an authenticator makes, so that a test can check the refusal. */
export interface PasskeyFaults {
  /** Whether it omits user verification (finger, face or code). */
  isUnverified?: boolean;
  /** The origin that it signs, instead of the page's own. */
  origin?: string;
  /** The signature counter that it sends, instead of the previous one plus 1. */
  counter?: number;
}

/** An authenticator with one key, which signs with ES256 and attestation "none". */
export interface PasskeyDevice {
  create: (options: { challenge: string }, faults?: PasskeyFaults) => object;
  get: (options: { challenge: string }, faults?: PasskeyFaults) => object;
}

/** Opens an authenticator for pages of this origin. */
export function openPasskeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string, faults: PasskeyFaults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }));
  const authData = (faults: PasskeyFaults, attested: Buffer | null) => {
    counter = faults.counter ?? counter + 1;
    const head = Buffer.alloc(5);
    head[0] = 0x01 | (faults.isUnverified ? 0 : 0x04) | (attested ? 0x40 : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, attested ?? Buffer.alloc(0)]);
  };
  const answer = (response: Record<string, unknown>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  return {
    create({ challenge }, faults = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authData(faults, Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]));
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return answer({
        clientDataJSON: clientData("webauthn.create", challenge, faults).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    get({ challenge }, faults = {}) {
      const client = clientData("webauthn.get", challenge, faults);
      const data = authData(faults, null);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** A public key in COSE format (RFC 9053, 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  const part = (text: string | undefined) => Buffer.from(text!, "base64url");
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part(x)],
      [-3, part(y)],
    ]),
  );
}

/** Encodes the types of CBOR that an authenticator uses (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, of]) => [cbor(name), cbor(of)])]);
  throw new Error("An authenticator writes no such thing.");
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count]);
  if (count < 256) return Buffer.from([(kind << 5) | 24, count]);
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 255]);
}
