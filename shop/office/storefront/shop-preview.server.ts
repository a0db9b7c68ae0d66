import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import type { Services } from "#shop/services.ts";

const hours = 12;

/** A signed pass with which a browser sees a shop that is not open yet, for twelve hours. */
export function writePreviewPass({ linkKey, now }: Pick<Services, "linkKey" | "now">): string {
  const expires = Math.floor(now().getTime() / 1000) + hours * 3600;
  return `${expires}.${sign(linkKey, subjectOf(expires))}`;
}

/** The address at which this browser begins to see the shop, also before it is open. */
export function previewAddress(services: Pick<Services, "linkKey" | "now" | "settings">): string {
  return `${services.settings.publicUrl}/?preview=${writePreviewPass(services)}`;
}

/** Whether a pass is valid. */
export function isShopPreview({ linkKey, now }: Pick<Services, "linkKey" | "now">, pass: string): boolean {
  const [, expires, signature = null] = /^([1-9]\d{9})\.([\w-]{43})$/.exec(pass) ?? [];
  return Number(expires) * 1000 > now().getTime() && isSignature(linkKey, subjectOf(Number(expires)), signature);
}

function subjectOf(expires: number): string {
  return `shop preview ${expires}`;
}
