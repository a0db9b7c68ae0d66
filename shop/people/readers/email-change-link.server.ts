import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The link in the letter to a new e-mail address; it works only for the signed-in reader who asked for the change. */
export function emailChangeLink(publicUrl: string, linkKey: string, changeId: string): string {
  return publicUrl + href("/account/confirm-email", { change: changeId, key: sign(linkKey, subjectOf(changeId)) });
}

/** Whether a key from a request is that of this change's link. */
export function isEmailChangeKey(linkKey: string, changeId: string, given: string): boolean {
  return isSignature(linkKey, subjectOf(changeId), given);
}

function subjectOf(changeId: string): string {
  return `e-mail change ${changeId}`;
}
