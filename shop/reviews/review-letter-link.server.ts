import { createHmac, timingSafeEqual } from "node:crypto";

import { href } from "#routing/href.ts";

/** The address that ends the letters that ask a reader for reviews; mail programs post to it too (RFC 8058). */
export function unsubscribeReviewLettersLink(publicUrl: string, linkKey: string, readerId: number): string {
  return publicUrl + href("/review-letters/leave/:readerId/:key", { readerId, key: sign(linkKey, readerId) });
}

/** The reader of such an address; null when the shop did not make it. */
export function readReviewLettersLink(linkKey: string, readerId: string, key: string): number | null {
  if (!/^[1-9]\d{0,14}$/.test(readerId) || !/^[\w-]{43}$/.test(key)) return null;
  const isOurs = timingSafeEqual(Buffer.from(sign(linkKey, Number(readerId))), Buffer.from(key));
  return isOurs ? Number(readerId) : null;
}

function sign(linkKey: string, readerId: number): string {
  return createHmac("sha256", linkKey).update(`review-letters ${readerId}`).digest("base64url");
}
