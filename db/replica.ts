/**
 * Sends reads to a replica of the database if the replica is recent enough, and otherwise, or if the replica fails, to
 * the primary.
 */

import type pg from "pg";

import { openPool, type ConnectionLimits, type Db } from "./connect.ts";
import { oneRow } from "./one-row.ts";
import { queriesOver } from "./queries.ts";

/** Connections to a replica, with the primary as fallback. */
/** See `Replica`. */
interface Use {
  replica: number;
  primary: number;
  behindBytes: number | null;
}

export interface Replica {
  /** For reads only. The data may be older than the primary's, but not older than `neededPosition`. */
  db: Db;
  /**
   * The number of statements and transactions per server, and the bytes of WAL by which the replica was behind
   * `neededPosition` at the last check.
   */
  use: Readonly<Use>;
  /** The pool of the replica. Statements on the primary do not count in its statistics. */
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** Timeouts in milliseconds. They are short, because the primary is the fallback. */
const limits: ConnectionLimits = {
  statement: 5_000,
  lock: 1_000,
  idleTransaction: 10_000,
  connection: 1_000,
  answer: 5_500,
};
/** How long the replica is not used after it lagged, and after it failed, in milliseconds. */
const behindMs = 500;
const failedMs = 5_000;

/**
 * Opens a replica, or an address that leads to several replicas; sends no query yet. A statement or transaction goes to
 * the replica if the server of its connection has replayed the WAL up to `neededPosition`. Otherwise, or if the replica
 * fails, it goes to `primary`.
 */
export function openReplica(url: string, primary: pg.Pool, neededPosition: () => string | null): Replica {
  const replica = openPool(url, 10, limits);
  // Null, because the address may lead to several servers.
  replica.serverUrl = null;
  /** The last known WAL position of the server of each connection; a position only grows. */
  const seen = new WeakMap<pg.PoolClient, bigint>();
  const use: Use = { replica: 0, primary: 0, behindBytes: null };
  let restsUntil = -Infinity;
  /** Whether the replica has failed. Then no request uses it until it has answered a probe. */
  let isDoubted = false;
  const rest = (ms: number) => {
    restsUntil = performance.now() + ms;
  };
  const doubt = () => {
    isDoubted = true;
    rest(failedMs);
  };

  async function tryAgain() {
    rest(failedMs);
    let client: pg.PoolClient | undefined;
    try {
      client = await replica.connect();
      await client.query("select 1");
      client.release();
      isDoubted = false;
      rest(0);
    } catch {
      client?.release(true);
      rest(failedMs);
    }
  }

  async function borrow(): Promise<pg.PoolClient | null> {
    const needed = neededPosition();
    if (needed === null || performance.now() < restsUntil) return null;
    if (isDoubted) {
      void tryAgain();
      return null;
    }
    let client: pg.PoolClient | undefined;
    try {
      client = await replica.connect();
      if (await hasSeen(client, asNumber(needed))) return client;
      rest(behindMs);
      client.release();
    } catch {
      doubt();
      client?.release(true);
    }
    return null;
  }

  async function hasSeen(client: pg.PoolClient, needed: bigint): Promise<boolean> {
    if ((seen.get(client) ?? -1n) >= needed) return true;
    const { rows } = await client.query<{ position: string | null }>(
      "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position",
    );
    const { position } = oneRow(rows);
    // A server that was promoted may have diverged.
    if (position === null) return false;
    seen.set(client, asNumber(position));
    use.behindBytes = Math.max(0, Number(needed - asNumber(position)));
    return asNumber(position) >= needed;
  }

  const pool = {
    async connect() {
      const client = await borrow();
      use[client ? "replica" : "primary"] += 1;
      return client ?? primary.connect();
    },
    async query(...statement: Parameters<pg.Pool["query"]>) {
      const client = await borrow();
      try {
        const answer = await client?.query(...statement);
        client?.release();
        if (client) {
          use.replica += 1;
          return answer;
        }
      } catch {
        doubt();
        client?.release(true);
      }
      use.primary += 1;
      return primary.query(...statement);
    },
  } as unknown as pg.Pool;
  return { db: queriesOver(pool, pool), use, pool: replica, close: () => replica.endWithin() };
}

/** Parses a WAL position (LSN), such as `16/B374D848`. */
function asNumber(position: string): bigint {
  const [high = "", low = ""] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
