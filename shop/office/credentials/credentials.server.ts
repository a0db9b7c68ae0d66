import type { Google } from "#shop/people/readers/google.server.ts";

import type { CredentialKind, CredentialSource, CredentialValues, ShopAddresses } from "./credential-kinds.ts";

/** What a process of the shop does with credentials. */
export interface Credentials {
  addresses: () => ShopAddresses;
  /** The source of the credentials in use, and the values that are not secret. */
  inUse: (kind: CredentialKind) => { source: CredentialSource; shown: CredentialValues };
  /** Encrypts credentials with the key in the data folder. */
  seal: (kind: CredentialKind, values: CredentialValues) => Promise<Buffer>;
  /** Decrypts credentials; null if they were encrypted with another key. */
  unseal: (kind: CredentialKind, sealed: Buffer) => Promise<CredentialValues | null>;
  /** What is wrong with credentials before any service is asked: errors by field of the form. */
  findMistakes: (kind: CredentialKind, values: CredentialValues) => Record<string, string>;
  /** Asks the service whether it accepts credentials, without using them; returns the problem, or null. */
  findTrouble: (kind: CredentialKind, values: CredentialValues) => Promise<string | null>;
  /** The desk's Google client with credentials that are not in use yet. */
  googleWith: (values: CredentialValues) => Google;
}
