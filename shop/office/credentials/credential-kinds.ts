/** The outside services whose credentials an owner can enter at the desk. */

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
