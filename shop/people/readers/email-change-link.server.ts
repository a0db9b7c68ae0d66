import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The link in the letter to a new e-mail address; good only in the hands of the reader who asked for it. */
export function emailChangeLink(publicUrl: string, linkKey: string, changeId: string): string {
  return publicUrl + href("/account/confirm-email", { change: changeId, key: sign(linkKey, subjectOf(changeId)) });
}

/** Whether a key that came with a request is the one of this change's link. */
export function isEmailChangeKey(linkKey: string, changeId: string, given: string): boolean {
  return isSignature(linkKey, subjectOf(changeId), given);
}

function subjectOf(changeId: string): string {
  return `e-mail change ${changeId}`;
}
