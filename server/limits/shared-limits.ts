import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { TokenBuckets } from "./token-buckets.ts";

/** What was used is told so soon; all that comes together in this time is one statement. */
const gatherMs = 200;
/** Buckets in one statement. */
const maxTold = 500;

/** A client of some buckets, of which others should know. */
interface Due {
  name: string;
  buckets: TokenBuckets;
  client: string;
}

/**
 * Limits that hold for all processes of a shop together. Each counts for itself; when a client has used an eighth of what
 * it may do at once, that is added up in the database, and the sum is learnt. No request waits for it. While the database
 * is away each process counts for itself, and what was used is added when it is there again.
 */
export class SharedLimits {
  readonly #db: Db;
  readonly #due = new Map<string, Due>();
  #telling: NodeJS.Timeout | undefined;
  #told: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** From now on these buckets are shared with those of the same name in other processes. */
  share(name: string, buckets: TokenBuckets): void {
    buckets.onMuchUsed = (client) => {
      this.#due.set(`${name} ${client}`, { name, buckets, client });
      this.#tellSoon();
    };
  }

  /** Waits for what is being told. */
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
    const told = [...this.#due].slice(0, maxTold).flatMap(([bucket, { buckets, client }]) => {
      const used = buckets.used(client);
      this.#due.delete(bucket);
      return used ? [{ bucket, buckets, client, ...used }] : [];
    });
    try {
      const fullIn = await addUp(this.#db, told);
      for (const { bucket, buckets, client, tokens } of told) buckets.learn(client, tokens, fullIn.get(bucket) ?? 0);
    } catch {
      // It is told with the next token that one of them uses.
    }
  }
}

/** Adds what was used of some buckets; answers in how many milliseconds each is full again. The clock is the database's. */
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

/** Forgets limits of which nothing is used any more. */
export async function forgetFullLimits(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_limits where full_at < now()`);
}
