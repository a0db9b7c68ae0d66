import { sign } from "#shop/kernel/security/signature.server.ts";

/** What a code's hash signs; a code is valid for one order. */
export function subjectOfCode(orderId: number, code: string): string {
  return `code ${code} of order ${orderId}`;
}

/** The keyed hash of a phone number that got a code, from its last ten digits. */
export function hashCodePhone(linkKey: string, phone: string): string {
  return sign(linkKey, `codes to ${phone.slice(-10)}`);
}

/** The keyed hash of a network that asked for a code. */
export function hashCodeNetwork(linkKey: string, network: string): string {
  return sign(linkKey, `codes asked for by ${network}`);
}
