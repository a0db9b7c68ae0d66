import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import { settingGroups } from "#shop/office/settings/setting-fields.ts";
import type { Thing } from "./thing.ts";

/** The fields of changes and audit log entries that contain ids, with the kind of thing they refer to. */
const idFields: Record<string, Thing> = {
  book: "book",
  bookId: "book",
  bookIds: "book",
  books: "book",
  editions: "book",
  work_id: "work",
  featured: "work",
  recommended: "work",
  contributors: "author",
  series: "series",
  categories: "category",
  parentId: "category",
  publisher_id: "publisher",
  lists: "list",
};

/** Looks up the name of a thing; undefined if it was deleted. */
export type Names = (thing: Thing, id: string) => string | undefined;

/** Reads the names of things by their ids, in one query. */
export async function readNames(db: Db, asked: { thing: Thing; id: string }[]): Promise<Names> {
  if (asked.length === 0) return () => undefined;
  const of = (wanted: Thing) => asked.flatMap(({ thing, id }) => (thing === wanted ? [id] : []));
  const { rows } = await db.execute<{ thing: Thing; id: string; name: string }>(sql`
    select 'book' as thing, b.id, w.title as name
    from books b join works w on w.id = b.work_id where b.id = any(${of("book")}::text[])
    union all select 'work', id, title from works where id = any(${of("work")}::text[])
    union all select 'author', id, name from authors where id = any(${of("author")}::text[])
    union all select 'series', id, name from series where id = any(${of("series")}::text[])
    union all select 'category', id, name from categories where id = any(${of("category")}::text[])
    union all select 'publisher', id, name from publishers where id = any(${of("publisher")}::text[])
    union all select 'bundle', id, name from bundles where id = any(${of("bundle")}::text[])
    union all select 'list', id, title from reading_lists where id = any(${of("list")}::text[])
    union all select 'table', id, title from weekly_tables where id = any(${of("table")}::text[])
    union all select 'window', id::text, name from windows where id::text = any(${of("window")}::text[])
    union all select 'page', id, title from pages where id = any(${of("page")}::text[])
    union all select 'supplier', id::text, name from suppliers where id::text = any(${of("supplier")}::text[])
    union all select 'order', id::text, number from orders where id = any(${of("order")}::bigint[])`);
  const names = new Map(rows.map(({ thing, id, name }) => [`${thing} ${id}`, name]));
  return (thing, id) => (thing === "setting" ? nameSetting(id) : names.get(`${thing} ${id}`));
}

/** The ids in the fields of a change. */
export function idsIn(fields: Fields | null): { thing: Thing; id: string }[] {
  const found: { thing: Thing; id: string }[] = [];
  walk(fields ?? {}, (thing, id) => {
    found.push({ thing, id });
    return id;
  });
  return found;
}

/** Replaces ids in fields by names. */
export function withNames(fields: Fields | null, names: Names): Fields | null {
  const see = (thing: Thing, id: string) => names(thing, id) ?? id;
  return fields && Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, walk(one, see, name)]));
}

function walk(value: unknown, see: (thing: Thing, id: string) => string, field = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, see, field));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, see, name)]));
  if (typeof value !== "string" || !Object.hasOwn(idFields, field)) return value;
  const thing = idFields[field];
  return thing ? see(thing, value) : value;
}

/** The label of a setting on its form. */
function nameSetting(name: string): string {
  const fields = settingGroups.flatMap((group) => group.fields);
  return fields.find((field) => field.name === name)?.label ?? name;
}
