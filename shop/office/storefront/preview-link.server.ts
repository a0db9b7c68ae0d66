import { deflateRawSync, inflateRawSync } from "node:zlib";

import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import type { Services } from "#shop/services.ts";
import { toStorefront } from "./published-storefront.server.ts";
import type { Storefront } from "./storefront.ts";

/** How long a preview link is valid, in minutes. */
const minutes = 30;

/** The colour scheme of the preview, regardless of the device's preference. */
export type Look = "light" | "dark";

/** A window to preview, and the moment for which it is shown. */
interface Previewed {
  window: Storefront;
  at: Date;
}

/**
 * The query of the home page that shows a window, saved or not, for half an hour. It is signed, so that it cannot be
 * guessed; anybody who has the link sees the window, which the link itself contains.
 */
export function previewQuery(
  { linkKey, now }: Pick<Services, "linkKey" | "now">,
  previewed: Previewed,
  look: Look | null,
): string {
  const expires = Math.floor(now().getTime() / 1000) + minutes * 60;
  const content = deflateRawSync(JSON.stringify(previewed)).toString("base64url");
  return `window=${content}.${expires}.${sign(linkKey, subjectOf(content, expires))}${look ? `.${look}` : ""}`;
}

/** The window of a preview link, and the moment for which it is shown. Null for an expired or invalid link. */
export function findPreview(
  { linkKey, now }: Pick<Services, "linkKey" | "now">,
  link: string,
): (Previewed & { look: Look | undefined }) | null {
  const [, content = "", expires, signature = null, look] =
    /^([\w-]+)\.([1-9]\d{9})\.([\w-]{43})(?:\.(light|dark))?$/.exec(link) ?? [];
  if (!isSignature(linkKey, subjectOf(content, Number(expires)), signature)) return null;
  if (Number(expires) * 1000 <= now().getTime()) return null;
  // Only the shop itself signs links, so the content is what `previewQuery` wrote.
  const { window, at } = JSON.parse(inflateRawSync(Buffer.from(content, "base64url")).toString()) as Previewed;
  return {
    window: toStorefront(window),
    at: new Date(at),
    look: look === "light" || look === "dark" ? look : undefined,
  };
}

function subjectOf(content: string, expires: number): string {
  return `window ${content} ${expires}`;
}
