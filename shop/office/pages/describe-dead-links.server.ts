import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findRoute } from "#routing/find-route.ts";

/** The kind of thing that each parameter of a public page names. */
const kinds: Readonly<Record<string, string>> = {
  bookId: "book",
  authorId: "author",
  seriesId: "series",
  categoryId: "category",
  listId: "list",
  pageId: "page",
};

/** A sentence about the links in a text, as `[words](/path)`, that lead to no page of the shop; null if all do. */
export async function describeDeadLinks(db: Db, text: string): Promise<string | null> {
  const links = [...new Set([...text.matchAll(/\]\((\/(?!\/)[^\s)]*)\)/g)].map(([, link = ""]) => link))];
  const isDead = await findDeadPaths(db, links.map(pathOf));
  const dead = links.filter((link) => isDead.has(pathOf(link)));
  if (dead.length === 0) return null;
  return `The shop has no page ${dead.slice(0, 5).join(", ")}. Correct the address, or remove the link.`;
}

/** The path as the shop writes it; files such as feeds are not checked. */
function pathOf(link: string): string {
  const [path = ""] = link.split(/[?#]/);
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

async function findDeadPaths(db: Db, paths: string[]): Promise<Set<string>> {
  const found = paths
    .filter((path) => !/\.\w+$/.test(path))
    .map((path) => ({
      path,
      // Addresses with capitals are sent on.
      to: findRoute(path) ?? findRoute(path.toLowerCase()),
    }));
  const named = found.flatMap(({ path, to }) =>
    Object.entries(to?.values ?? {}).flatMap(([name, id]) =>
      kinds[name] && id ? [{ path, kind: kinds[name], id }] : [],
    ),
  );
  const { rows } = await db.execute<{ path: string | null }>(sql`
    select wanted.path from unnest(${named.map(({ path }) => path)}::text[], ${named.map(({ kind }) => kind)}::text[],
      ${named.map(({ id }) => id)}::text[]) as wanted (path, kind, id)
    where not exists (
      select from (
        select 'book' as kind, id from books union all
        select 'author', id from authors union all
        select 'series', id from series union all
        select 'category', id from categories union all
        select 'list', id from reading_lists union all
        select 'page', id from pages where place <> 'fixed' union all
        select kind, old_id from moved_addresses
      ) known where known.kind = wanted.kind and known.id = wanted.id)`);
  const unknown = rows.flatMap(({ path }) => (path === null ? [] : [path]));
  return new Set([...unknown, ...found.flatMap(({ path, to }) => (to ? [] : [path]))]);
}
