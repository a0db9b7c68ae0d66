import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { parseReviewNumber } from "#shop/people/reviews/review.ts";
import { homeSections, inOrder } from "./sections.ts";
import type { Storefront } from "./storefront.ts";

/** Locks the window and all drafts until the transaction ends. */
export async function lockStorefront(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('endpaper.window'))`);
}

/** Reads the published window, in one statement; `forUpdate` locks it until the transaction ends. */
export async function readStorefront(db: Db, { forUpdate = false } = {}): Promise<Storefront> {
  if (forUpdate) await lockStorefront(db);
  const { rows } = await db.execute<StoredStorefront>(sql`
    select array(select id from works where featured_position is not null order by featured_position) as featured,
      array(select id from works where recommended_position is not null order by recommended_position) as recommended,
      coalesce(h.sections, '{}') as sections, coalesce(h.left_out, '{}') as left_out, coalesce(h.lists, '{}') as lists,
      h.welcome_title, h.welcome_line,
      array(select code from promotions where is_announced order by starts_at desc, code) as codes,
      array(select case version when 1 then id::text else id || '.' || version end from reviews
        where testimonial_position is not null order by testimonial_position) as testimonials
    from (select) as one left join home_window h on true`);
  return toStorefront(oneRow(rows));
}

/** A window as it is stored; one of an older version of the shop lacks new sections, and the words at the top. */
type StoredStorefront = Omit<Storefront, "sections" | "leftOut" | "welcomeTitle" | "welcomeLine"> &
  Record<"sections" | "leftOut", string[]> &
  Partial<Pick<Storefront, "welcomeTitle" | "welcomeLine">>;

/** Completes a stored window, so that it contains every section once. */
export function toStorefront(found: StoredStorefront): Storefront {
  const { featured, recommended, codes, lists, testimonials, welcomeTitle = null, welcomeLine = null } = found;
  const leftOut = homeSections.filter((section) => found.leftOut.includes(section));
  const sections = inOrder(found.sections);
  return { featured, recommended, sections, leftOut, codes, lists, testimonials, welcomeTitle, welcomeLine };
}

/**
 * Replaces the published window; triggers mark the pages that show it as stale. Omits choices that are no longer in the
 * shop, and reviews that were hidden or changed.
 */
export async function saveStorefront(tx: Db, window: Storefront): Promise<void> {
  // Positions must be unique, even between two rows during one statement, so all positions are cleared first.
  await tx.execute(sql`
    update works set featured_position = null, recommended_position = null
    where featured_position is not null or recommended_position is not null`);
  await tx.execute(sql`
    update works w set featured_position = chosen.place
    from unnest(${window.featured}::text[]) with ordinality as chosen (id, place) where w.id = chosen.id`);
  await tx.execute(sql`
    update works w set recommended_position = chosen.place
    from unnest(${window.recommended}::text[]) with ordinality as chosen (id, place) where w.id = chosen.id`);
  await tx.execute(sql`
    update promotions set is_announced = not is_announced where is_announced <> (code = any(${window.codes}::text[]))`);
  const reviews = window.testimonials.flatMap((number) => parseReviewNumber(number) ?? []);
  await tx.execute(sql`update reviews set testimonial_position = null where testimonial_position is not null`);
  await tx.execute(sql`
    update reviews r set testimonial_position = chosen.place
    from unnest(${reviews.map(({ id }) => id)}::bigint[], ${reviews.map(({ version }) => version)}::int[])
      with ordinality as chosen (id, version, place)
    where r.id = chosen.id and r.version = chosen.version and r.state = 'published'`);
  await tx.execute(sql`
    insert into home_window (sections, left_out, lists, welcome_title, welcome_line)
    values (${window.sections}::text[], ${window.leftOut}::text[], ${window.lists}::text[], ${window.welcomeTitle},
      ${window.welcomeLine})
    on conflict (id) do update set sections = excluded.sections, left_out = excluded.left_out, lists = excluded.lists,
      welcome_title = excluded.welcome_title, welcome_line = excluded.welcome_line`);
}
