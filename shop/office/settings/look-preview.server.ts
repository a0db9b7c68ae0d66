import { logoName } from "#shop/kernel/look/logo.ts";
import { parseStyle, type Look, type Scheme } from "#shop/kernel/look/look.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import type { Services } from "#shop/services.ts";

const hours = 12;

/**
 * The signed end of a preview's link, valid for twelve hours. It is signed without the look, so that the desk's page
 * changes the preview while the owner chooses; a look discloses nothing.
 */
export function writeLookPass({ linkKey, now }: Pick<Services, "linkKey" | "now">): string {
  const expires = Math.floor(now().getTime() / 1000) + hours * 3600;
  return `${expires}.${sign(linkKey, subjectOf(expires))}`;
}

/** The look of a preview's link; null for an expired or invalid one. */
export function findLookPreview(
  { linkKey, now }: Pick<Services, "linkKey" | "now">,
  query: URLSearchParams,
): { look: Look; scheme: Scheme | undefined } | null {
  const [, written = "", expires, signature = null, scheme] =
    /^([\w-]{1,80})\.([1-9]\d{9})\.([\w-]{43})(?:\.(light|dark))?$/.exec(query.get("look") ?? "") ?? [];
  const isValid =
    Number(expires) * 1000 > now().getTime() && isSignature(linkKey, subjectOf(Number(expires)), signature);
  const style = isValid ? parseStyle(written) : null;
  if (!style) return null;
  const logo = query.get("logo") ?? "";
  const look = {
    ...style,
    logo: logoName.test(logo) ? logo : null,
    isNameInLogo: query.has("alone"),
    icon: null,
  };
  return { look, scheme: scheme as Scheme | undefined };
}

function subjectOf(expires: number): string {
  return `look preview ${expires}`;
}

/** The ids of up to three books for previews, first those that home shows at the top. */
export async function findBooksToShow(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    (select b.id from works w join books b on b.work_id = w.id and b.is_main and b.is_listed
      where w.featured_position is not null order by w.featured_position limit 3)
    union all (select id from books where is_listed limit 3)`);
  return [...new Set(rows.map(({ id }) => id))].slice(0, 3);
}
