import { randomBytes } from "node:crypto";

import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";

/** A key that signs ID tokens. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  /** The published public key. */
  jwk: JWK;
}

/** The keys that sign ID tokens: the current one and the next one; both are published. */
export interface KeyRing {
  published(): Promise<SigningKey[]>;
  signing(): Promise<SigningKey>;
  /** A key that was never published. */
  foreign(): Promise<SigningKey>;
  /** Makes the next key the current one, and publishes another. */
  rotate(): void;
  /** Replaces both keys, so that clients must fetch the keys again. */
  replace(): void;
}

/** Creates a key ring whose keys are generated when first needed. */
export function createKeyRing(): KeyRing {
  let ring: Promise<SigningKey>[] = [];
  let stranger: Promise<SigningKey> | undefined;
  function fill(): Promise<SigningKey>[] {
    while (ring.length < 2) ring.push(makeKey());
    return ring;
  }
  return {
    published: () => Promise.all(fill()),
    signing: () => fill()[0]!,
    foreign: () => (stranger ??= makeKey()),
    rotate() {
      ring = fill().slice(1);
    },
    replace() {
      ring = [];
    },
  };
}

async function makeKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const kid = randomBytes(20).toString("hex");
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}
