/** The outside services whose credentials an owner can enter at the desk. */

import type { CarrierId } from "#shop/sales/carriers/carrier.ts";

/** A service that the shop has credentials for: payments, Google's sign-in, mail server, backups, carriers, WhatsApp. */
export type CredentialKind = (typeof credentialKinds)[number];

export const credentialKinds = [
  "payments",
  "sign-in",
  "mail",
  "backup",
  "shiprocket",
  "delhivery",
  "whatsapp",
] as const;

export function isCredentialKind(given: string): given is CredentialKind {
  return (credentialKinds as readonly string[]).includes(given);
}

const namesInText: Record<CredentialKind, string> = {
  payments: "payments",
  "sign-in": "sign-in",
  mail: "e-mail",
  backup: "backups",
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
  whatsapp: "WhatsApp",
};

/** Names services within a sentence, such as `payments, sign-in and e-mail`. */
export function nameServices(kinds: readonly CredentialKind[]): string {
  return new Intl.ListFormat("en-IN", { type: "conjunction" }).format(kinds.map((kind) => namesInText[kind]));
}

/** Credentials by the names of the environment variables, which can set them instead. */
export type CredentialValues = Record<string, string>;

/** Where the credentials in use come from; `none` if there are none. */
export type CredentialSource = "environment" | "desk" | "none";

/** Addresses of the shop that its owner enters at outside services. */
export interface ShopAddresses {
  webhook: string;
  /** Where carriers report scans; each has a secret part. */
  scans: Record<CarrierId, string>;
  /** Where WhatsApp reports what became of messages, and the word with which it verifies the address. */
  messages: { address: string; verifyToken: string };
  /** Where Google redirects readers and staff to after sign-in. */
  redirects: string[];
}
