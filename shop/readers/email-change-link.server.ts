import { createHmac, timingSafeEqual } from "node:crypto";

import { href } from "#routing/href.ts";

/** The link in the letter to a new e-mail address; good only in the hands of the reader who asked for it. */
export function emailChangeLink(publicUrl: string, linkKey: string, changeId: string): string {
  return publicUrl + href("/account/confirm-email", { change: changeId, key: signatureOf(linkKey, changeId) });
}

/** Whether a key that came with a request is the one of this change's link. */
export function isEmailChangeKey(linkKey: string, changeId: string, given: string): boolean {
  if (!/^[\w-]{43}$/.test(given)) return false;
  return timingSafeEqual(Buffer.from(signatureOf(linkKey, changeId)), Buffer.from(given));
}

function signatureOf(linkKey: string, changeId: string): string {
  return createHmac("sha256", linkKey).update(`e-mail change ${changeId}`).digest("base64url");
}
