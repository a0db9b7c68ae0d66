import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import type { Services } from "#shop/services.ts";
import type { Storefront } from "./storefront.ts";
import { findDraft } from "./storefront-drafts.server.ts";

/** How long a preview link is valid, in minutes. */
const minutes = 30;

/** The colour scheme of the preview, regardless of the device's preference. */
export type Look = "light" | "dark";

/**
 * The query of the home page that shows a draft for half an hour. It is signed, so that it cannot be guessed; anybody
 * who has the link sees the draft.
 */
export function previewQuery(
  { linkKey, now }: Pick<Services, "linkKey" | "now">,
  id: number,
  look: Look | null,
): string {
  const expires = Math.floor(now().getTime() / 1000) + minutes * 60;
  return `window=${id}.${expires}.${sign(linkKey, subjectOf(id, expires))}${look ? `.${look}` : ""}`;
}

/**
 * The draft of a preview link, and the moment for which it is shown: that of its planned publication, or now. Null for
 * an expired or invalid link.
 */
export async function findPreview(
  { db, linkKey, now }: Pick<Services, "db" | "linkKey" | "now">,
  link: string,
): Promise<{ window: Storefront; at: Date; look: Look | undefined } | null> {
  const [, id, expires, signature = null, look] =
    /^([1-9]\d{0,8})\.([1-9]\d{9})\.([\w-]{43})(?:\.(light|dark))?$/.exec(link) ?? [];
  if (!isSignature(linkKey, subjectOf(Number(id), Number(expires)), signature)) return null;
  if (Number(expires) * 1000 <= now().getTime()) return null;
  const draft = await findDraft(db, Number(id));
  if (!draft) return null;
  const at = draft.dueAt === null ? now() : new Date(draft.dueAt);
  return { window: draft.content, at, look: look === "light" || look === "dark" ? look : undefined };
}

function subjectOf(id: number, expires: number): string {
  return `window ${id} ${expires}`;
}
