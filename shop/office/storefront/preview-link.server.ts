import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import type { Services } from "#shop/services.ts";
import type { ShopWindow } from "./shop-window.ts";
import { findDraft } from "./windows.server.ts";

/** For so long a look at a draft can be opened. */
const minutes = 30;

/** Whether a page is light or dark, whatever the device is. */
export type Look = "light" | "dark";

/** The query of home that shows a draft, for half an hour: whoever has it sees the draft, and nobody can guess it. */
export function previewQuery(
  { linkKey, now }: Pick<Services, "linkKey" | "now">,
  id: number,
  look: Look | null,
): string {
  const expires = Math.floor(now().getTime() / 1000) + minutes * 60;
  return `window=${id}.${expires}.${sign(linkKey, subjectOf(id, expires))}${look ? `.${look}` : ""}`;
}

/** The draft that such a link shows, and the moment for which it is shown: its own, when it is planned. Null when it is over. */
export async function findPreview(
  { db, linkKey, now }: Pick<Services, "db" | "linkKey" | "now">,
  link: string,
): Promise<{ window: ShopWindow; at: Date; look: Look | undefined } | null> {
  const [, id, expires, signature = null, look] =
    /^([1-9]\d{0,8})\.([1-9]\d{9})\.([\w-]{43})(?:\.(light|dark))?$/.exec(link) ?? [];
  if (!isSignature(linkKey, subjectOf(Number(id), Number(expires)), signature)) return null;
  if (Number(expires) * 1000 <= now().getTime()) return null;
  const draft = await findDraft(db, Number(id));
  if (!draft) return null;
  const at = draft.dueAt === null ? now() : new Date(draft.dueAt);
  return { window: draft.content, at, look: look as Look | undefined };
}

function subjectOf(id: number, expires: number): string {
  return `window ${id} ${expires}`;
}
