import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { TokenBuckets } from "./token-buckets.ts";

/** Delay in milliseconds before usage is shared; the usage of this time is sent in one statement. */
const gatherMs = 200;
/** Maximum number of buckets in one statement. */
const maxBuckets = 500;

/** A client whose usage of a rate limit is to be shared. */
interface Due {
  name: string;
  buckets: TokenBuckets;
  client: string;
}

/**
 * Rate limits that all processes of a shop share. Each process counts by itself. When a client has used an eighth of
 * its burst, the process adds this usage to a sum in the database, and reads the sum. No request waits for that. While
 * the database is unavailable, each process counts by itself, and adds its usage later.
 */
export class SharedLimits {
  readonly #db: Db;
  readonly #due = new Map<string, Due>();
  #telling: NodeJS.Timeout | undefined;
  #told: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Shares these buckets with the buckets of the same name in other processes. */
  share(name: string, buckets: TokenBuckets): void {
    buckets.onShareDue = (client) => {
      this.#due.set(`${name} ${client}`, { name, buckets, client });
      this.#tellSoon();
    };
  }

  /** Waits for the statement that is running. */
  async close(): Promise<void> {
    clearTimeout(this.#telling);
    this.#due.clear();
    await this.#told;
  }

  #tellSoon() {
    this.#telling ??= setTimeout(() => {
      this.#told = this.#tell().finally(() => {
        this.#telling = undefined;
        if (this.#due.size > 0) this.#tellSoon();
      });
    }, gatherMs).unref();
  }

  async #tell() {
    const told = [...this.#due].slice(0, maxBuckets).flatMap(([bucket, { buckets, client }]) => {
      const used = buckets.used(client);
      this.#due.delete(bucket);
      return used ? [{ bucket, buckets, client, ...used }] : [];
    });
    try {
      const fullIn = await addUp(this.#db, told);
      for (const { bucket, buckets, client, tokens } of told) buckets.learn(client, tokens, fullIn.get(bucket) ?? 0);
    } catch {
      // If this fails, the usage is shared when the client takes its next token.
    }
  }
}

/**
 * Adds usage to buckets in the database. Returns for each bucket the milliseconds until it is full, by the database's
 * clock.
 */
async function addUp(db: Db, used: { bucket: string; refillMs: number }[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ bucket: string; fullInMs: number }>(sql`
    insert into rate_limits (bucket, full_at)
    select bucket, now() + make_interval(secs => refill_ms / 1000)
    from unnest(${used.map(({ bucket }) => bucket)}::text[], ${used.map(({ refillMs }) => refillMs)}::float8[])
      as u (bucket, refill_ms)
    order by bucket
    on conflict (bucket) do update
      set full_at = greatest(rate_limits.full_at, now()) + (excluded.full_at - now())
    returning bucket, (extract(epoch from full_at - now()) * 1000)::float8 as full_in_ms`);
  return new Map(rows.map(({ bucket, fullInMs }) => [bucket, fullInMs]));
}

/** Deletes the rows of buckets that are full again. */
export async function deleteFullBuckets(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_limits where full_at < now()`);
}
