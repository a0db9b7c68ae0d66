import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

/** Kinds of pages of which there may be a million: their sitemaps are split into ranges of ids. */
export const shardedKinds = ["books", "authors", "series"] as const;
export type ShardedKind = (typeof shardedKinds)[number];

/** The maximum number of addresses in one sitemap (sitemaps.org). */
export const maxSitemapEntries = 50_000;

/** A range of ids: greater than `afterId`, up to and including `upToId`; null for the last range, which is open. */
export interface Shard {
  number: number;
  afterId: string;
  upToId: string | null;
}

async function listShards(db: Db, kind: ShardedKind): Promise<Shard[]> {
  const { rows } = await db.execute<Shard>(sql`
    select number, after_id, lead(after_id) over (order by after_id) as up_to_id
    from sitemap_shards where kind = ${kind} order by after_id`);
  return rows;
}

export async function findShard(db: Db, kind: ShardedKind, number: number): Promise<Shard | null> {
  return (await listShards(db, kind)).find((shard) => shard.number === number) ?? null;
}

/** SQL condition: an id of the range that is greater than `after`. */
export function isInShard(id: SQL, after: string, { upToId }: Pick<Shard, "upToId">): SQL {
  return upToId === null ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${upToId}`;
}

const idsOf: Record<ShardedKind, SQL> = {
  books: sql`select id from books where`,
  authors: sql`select id from authors where`,
  series: sql`select id from series where`,
};

/**
 * Splits the ranges with more ids than a sitemap may have into ranges that are 80 % full, as a reserve for new ids; the
 * other bounds stay. Reads the ids by their index, one range per query.
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
