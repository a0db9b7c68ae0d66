import type pg from "pg";

import { openPool, type ConnectionLimits, type Db } from "./connect.ts";
import { oneRow } from "./one-row.ts";
import { queriesOver } from "./queries.ts";

/** Reads from a replica of the database where that is as good as the database itself. */
export interface Replica {
  /** Only for what is read; all of it may be as old as `neededPosition` says. */
  db: Db;
  /** Statements and transactions by who answered, and how far the replica was behind `neededPosition` when it was asked last. */
  use: Readonly<{ replica: number; primary: number; behindBytes: number | null }>;
  /** Its connections; what is told of them counts none of the primary's. */
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** Nobody waits long for it, as the database itself is there too. */
const limits: ConnectionLimits = {
  statement: 5_000,
  lock: 1_000,
  idleTransaction: 10_000,
  connection: 1_000,
  answer: 5_500,
};
/** One that is behind is not asked for so long, and one that failed not for so long. */
const behindMs = 500;
const failedMs = 5_000;

/**
 * Opens a replica by its own address, or one that leads to several; nothing is asked of it yet. Each statement or
 * transaction goes to it when its connection has seen all that was written up to `neededPosition`, else, and when the
 * replica fails, to `primary`.
 */
export function openReplica(url: string, primary: pg.Pool, neededPosition: () => string | null): Replica {
  const replica = openPool(url, 10, limits);
  // The address may lead to several servers.
  replica.serverUrl = null;
  /** How far the server of each connection was when it was asked; it only goes on from there. */
  const seen = new WeakMap<pg.PoolClient, bigint>();
  const use = { replica: 0, primary: 0, behindBytes: null as number | null };
  let restsUntil = -Infinity;
  /** After a failure no reader waits for it until it has answered a question of the shop's own. */
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
    // A server that is no replica any more may have gone a way of its own.
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

/** A place in the log as PostgreSQL writes it, such as `16/B374D848`. */
function asNumber(position: string): bigint {
  const [high = "", low = ""] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
