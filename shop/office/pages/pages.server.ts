/** Reads and writes the bookseller's pages. The trigger `pages_changed` makes every process render them again. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { maxPages, type PageLink, type ShopPage } from "./page.ts";

const columns = sql`id, title, lead, text, place, position, is_shown`;

/** Every page, also those that are hidden. */
export async function listPages(db: Db): Promise<(Omit<ShopPage, "lead" | "text"> & { changedAt: string })[]> {
  const { rows } = await db.execute<Omit<ShopPage, "lead" | "text"> & { changedAt: string }>(sql`
    select id, title, place, position, is_shown, changed_at::text as changed_at
    from pages where place <> 'fixed' order by title, id limit ${maxPages}`);
  return rows;
}

/** The links to pages that readers see, by place. */
export async function listPageLinks(db: Db): Promise<PageLink[]> {
  const { rows } = await db.execute<PageLink>(sql`
    select id, title, place from pages where is_shown and place not in ('none', 'fixed') order by position, title, id limit ${maxPages}`);
  return rows;
}

/** The pages that every shop has and for which the bookseller wrote words, with the time of the last change. */
export async function listWrittenPages(db: Db): Promise<{ id: string; changedAt: string }[]> {
  const { rows } = await db.execute<{ id: string; changedAt: string }>(sql`
    select id, changed_at::text as changed_at from pages where place = 'fixed' order by id limit ${maxPages}`);
  return rows;
}

/** The page with this address, or null; locks its row if `forUpdate`. */
export async function findPage(db: Db, id: string, { forUpdate = false } = {}): Promise<ShopPage | null> {
  const { rows } = await db.execute<ShopPage>(sql`
    select ${columns} from pages where id = ${id} ${forUpdate ? sql`for update` : sql``}`);
  return rows[0] ?? null;
}

/** The page with this address, and those of the bookseller's own that readers see, as what the desk's form of it needs. */
export async function findPageAndOthers(
  db: Db,
  id: string,
): Promise<{ page: ShopPage | null; others: { id: string; title: string }[] }> {
  const { rows } = await db.execute<{ page: ShopPage | null; others: { id: string; title: string }[] }>(sql`
    select (select json_build_object('id', p.id, 'title', p.title, 'lead', p.lead, 'text', p.text, 'place', p.place,
        'position', p.position, 'isShown', p.is_shown) from pages p where p.id = ${id}) as page,
      (select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title) order by o.title, o.id), '[]')
        from pages o where o.is_shown and o.place <> 'fixed') as others`);
  return rows[0] ?? { page: null, others: [] };
}

/** The page with this address if readers see it, or null. */
export async function findShownPage(db: Db, id: string): Promise<ShopPage | null> {
  const page = await findPage(db, id);
  return page?.isShown && page.place !== "fixed" ? page : null;
}

/** What the bookseller wrote for a page that every shop has; null if nothing. */
export async function findWrittenWords(
  db: Db,
  id: string,
): Promise<{ lead: string; text: string; changedAt: string } | null> {
  const { rows } = await db.execute<{ lead: string; text: string; changedAt: string }>(sql`
    select lead, text, changed_at::text as changed_at from pages where id = ${id} and place = 'fixed'`);
  return rows[0] ?? null;
}

/** Adds a page, or replaces the one with its address. */
export async function savePage(tx: Db, page: ShopPage, at: Date): Promise<void> {
  const { id, title, lead, text, place, position, isShown } = page;
  await tx.execute(sql`
    insert into pages (id, title, lead, text, place, position, is_shown, changed_at)
    values (${id}, ${title}, ${lead}, ${text}, ${place}, ${position}, ${isShown}, ${at.toISOString()}::timestamptz)
    on conflict (id) do update set title = excluded.title, lead = excluded.lead, text = excluded.text,
      place = excluded.place, position = excluded.position, is_shown = excluded.is_shown,
      changed_at = excluded.changed_at`);
}

/** Deletes a page. */
export async function removePage(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from pages where id = ${id}`);
}

/** Locks the pages against further ones until the transaction ends. */
export async function lockPages(tx: Db): Promise<void> {
  await tx.execute(sql`lock table pages in share row exclusive mode`);
}

/** Whether there are as many pages as there may be. */
export async function arePagesFull(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ isFull: boolean }>(sql`
    select count(*) >= ${maxPages} as is_full from pages where place <> 'fixed'`);
  return rows[0]?.isFull ?? false;
}

/** A version of a page as the audit log has it. */
export interface PageVersion {
  /** The number of its entry. */
  number: number;
  at: string;
  who: string;
}

/** The subject of a page's entries in the audit log. */
export function pageSubject(id: string): string {
  return `page ${id}`;
}

/** The last versions of a page, newest first. */
export async function listPageVersions(db: Db, id: string): Promise<PageVersion[]> {
  const { rows } = await db.execute<{ number: string; at: string; who: string }>(sql`
    select r.number::text as number, r.at::text as at, coalesce(s.name, '') as who
    from desk_record r left join staff s on s.id = r.staff_id
    where r.subject = ${pageSubject(id)} and r.action = 'pages.save' order by r.number desc limit 30`);
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** The words of a version of a page, or null. */
export async function findPageVersion(
  db: Db,
  id: string,
  number: number,
): Promise<Pick<ShopPage, "title" | "lead" | "text"> | null> {
  const { rows } = await db.execute<Pick<ShopPage, "title" | "lead" | "text">>(sql`
    select coalesce(r.after ->> 'title', '') as title, coalesce(r.after ->> 'lead', '') as lead,
      coalesce(r.after ->> 'text', '') as text
    from desk_record r where r.number = ${number} and r.subject = ${pageSubject(id)} and r.action = 'pages.save'`);
  return rows[0] ?? null;
}

/** What a page had before its oldest entry, such as words from an upgrade, with the time of the entry; or null. */
export async function findFirstWords(
  db: Db,
  id: string,
): Promise<(Pick<ShopPage, "title" | "lead" | "text"> & { at: string }) | null> {
  const { rows } = await db.execute<Pick<ShopPage, "title" | "lead" | "text"> & { at: string }>(sql`
    select coalesce(before ->> 'title', '') as title, coalesce(before ->> 'lead', '') as lead,
      coalesce(before ->> 'text', '') as text, at::text as at
    from (select at, before from desk_record
      where subject = ${pageSubject(id)} and action = 'pages.save' order by number limit 1) oldest
    where before is not null`);
  return rows[0] ?? null;
}
