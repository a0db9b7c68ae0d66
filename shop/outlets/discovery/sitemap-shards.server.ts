import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

/** Kinds of records of which there may be a million: their sitemaps are cut into ranges of ids. */
export const shardedKinds = ["books", "authors", "series"] as const;
export type ShardedKind = (typeof shardedKinds)[number];

/** What one sitemap may hold (sitemaps.org). */
export const maxSitemapEntries = 50_000;

/** A range of ids: all that come after one, up to and with another; null for the last range, which is open. */
export interface Shard {
  number: number;
  afterId: string;
  upToId: string | null;
}

/** The ranges of a kind, in their order. */
async function listShards(db: Db, kind: ShardedKind): Promise<Shard[]> {
  const { rows } = await db.execute<Shard>(sql`
    select number, after_id, lead(after_id) over (order by after_id) as up_to_id
    from sitemap_shards where kind = ${kind} order by after_id`);
  return rows;
}

/** One range, or null. */
export async function findShard(db: Db, kind: ShardedKind, number: number): Promise<Shard | null> {
  return (await listShards(db, kind)).find((shard) => shard.number === number) ?? null;
}

/** A condition on ids: those of the range that come after `after`. */
export function isInShard(id: SQL, after: string, { upToId }: Pick<Shard, "upToId">): SQL {
  return upToId === null ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${upToId}`;
}

/** Where the ids of each kind are. */
const idsOf: Record<ShardedKind, SQL> = {
  books: sql`select id from books where`,
  authors: sql`select id from authors where`,
  series: sql`select id from series where`,
};

/**
 * Cuts the ranges that hold more than a sitemap may, into ones that leave room for what is to come; the borders between
 * the others stay. Walks the ids by their index, one range a statement.
 */
export async function cutSitemaps(db: Db, maxEntries = maxSitemapEntries): Promise<void> {
  for (const kind of shardedKinds)
    for (const shard of await listShards(db, kind))
      if (await isTooLong(db, kind, shard, maxEntries)) await cut(db, kind, shard, Math.ceil(maxEntries * 0.8));
}

async function isTooLong(db: Db, kind: ShardedKind, shard: Shard, maxEntries: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from (${idsOf[kind]} ${isInShard(sql`id`, shard.afterId, shard)} limit ${maxEntries + 1}) held`);
  return oneRow(rows).count > maxEntries;
}

async function cut(db: Db, kind: ShardedKind, shard: Shard, entries: number) {
  let after = shard.afterId;
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`
      ${idsOf[kind]} ${isInShard(sql`id`, after, shard)} order by id offset ${entries - 1} limit 1`);
    if (!rows[0]) return;
    after = rows[0].id;
    await db.execute(sql`
      insert into sitemap_shards (kind, number, after_id)
      select ${kind}, max(number) + 1, ${after} from sitemap_shards where kind = ${kind}
      on conflict do nothing`);
  }
}
