/** The outside services whose credentials an owner can enter at the desk, and what the shop does with them. */
import type { Google } from "#shop/people/readers/google.server.ts";

/** A service that the shop has credentials for: the payment provider, Google's sign-in, or the mail server. */
export type CredentialKind = (typeof credentialKinds)[number];

export const credentialKinds = ["payments", "sign-in", "mail"] as const;

export function isCredentialKind(given: string): given is CredentialKind {
  return (credentialKinds as readonly string[]).includes(given);
}

/** Credentials by the names of the environment variables, which can set them instead. */
export type CredentialValues = Record<string, string>;

/** Where the credentials in use come from; `none` if the shop's own stand-in is used. */
export type CredentialSource = "environment" | "desk" | "none";

/** Addresses of the shop that its owner enters at outside services. */
export interface ShopAddresses {
  webhook: string;
  /** Where Google redirects readers and staff to after sign-in. */
  redirects: string[];
}

/** What a process of the shop does with credentials. */
export interface Credentials {
  addresses: () => ShopAddresses;
  /** The source of the credentials in use, and the values that are not secret. */
  inUse: (kind: CredentialKind) => { source: CredentialSource; shown: CredentialValues };
  /** Encrypts credentials with the key in the data folder. */
  seal: (kind: CredentialKind, values: CredentialValues) => Promise<Buffer>;
  /** Decrypts credentials; null if they were encrypted with another key. */
  unseal: (kind: CredentialKind, sealed: Buffer) => Promise<CredentialValues | null>;
  /** Asks the service whether it accepts credentials, without using them; returns the problem, or null. */
  findTrouble: (kind: CredentialKind, values: CredentialValues) => Promise<string | null>;
  /** The desk's Google client with credentials that are not in use yet. */
  googleWith: (values: CredentialValues) => Google;
}
