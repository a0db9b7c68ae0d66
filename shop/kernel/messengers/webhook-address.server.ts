import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import { messengerIds, type MessengerId } from "./messenger.ts";

const addressOf = (id: MessengerId) => `reports of ${id}`;
const tokenOf = (id: MessengerId) => `verify token of ${id}`;

/** Where a messenger reports what became of messages; its reports are signed as well. */
export function reportAddress(publicUrl: string, linkKey: string, id: MessengerId): string {
  return publicUrl + href("/webhooks/messages/:secret", { secret: sign(linkKey, addressOf(id)) });
}

/** The word with which a messenger proves that the owner entered the address. */
export function verifyToken(linkKey: string, id: MessengerId): string {
  return sign(linkKey, tokenOf(id));
}

/** The messenger whose address has this secret part; null for another one. */
export function messengerOfAddress(linkKey: string, secret: string): MessengerId | null {
  return messengerIds.find((id) => isSignature(linkKey, addressOf(id), secret)) ?? null;
}

/** Whether a messenger knows the word for its address. */
export function isVerifyToken(linkKey: string, id: MessengerId, given: string | null): boolean {
  return isSignature(linkKey, tokenOf(id), given);
}
