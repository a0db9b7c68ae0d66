import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The link that ends a reader's letters that ask for reviews; mail programs post to it too (RFC 8058). */
export function unsubscribeReviewLettersLink(publicUrl: string, linkKey: string, readerId: number): string {
  return (
    publicUrl + href("/review-letters/leave/:readerId/:key", { readerId, key: sign(linkKey, subjectOf(readerId)) })
  );
}

/** The reader's id in such a link; null if its signature is wrong. */
export function readReviewLettersLink(linkKey: string, readerId: string, key: string): number | null {
  if (!/^[1-9]\d{0,14}$/.test(readerId)) return null;
  return isSignature(linkKey, subjectOf(readerId), key) ? Number(readerId) : null;
}

function subjectOf(readerId: number | string): string {
  return `review-letters ${readerId}`;
}
