import { randomBytes } from "node:crypto";

import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";

/** A key that signs ID tokens. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  /** As published. */
  jwk: JWK;
}

/** Google's keys: the one that signs now, and the one that signs next; both are published. */
export interface KeyRing {
  published(): Promise<SigningKey[]>;
  signing(): Promise<SigningKey>;
  /** A key that was never published. */
  foreign(): Promise<SigningKey>;
  /** The next key signs from now on, and a new one is published after it. */
  rotate(): void;
  /** Both keys are new: whoever kept the old ones must read them again. */
  replace(): void;
}

/** A ring whose keys are made when first needed. */
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
