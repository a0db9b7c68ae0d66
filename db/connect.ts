import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { applicationName, startEmbedded } from "./embedded.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { PreparedStatementClient, UnnamedStatementClient } from "./prepared-statement-client.ts";
import { queriesOver } from "./queries.ts";
import type { SQL } from "./sql.ts";

/** The rows of an answer, and how many rows a statement found or changed. */
export interface Answer<Row> {
  rows: Row[];
  rowCount: number;
}

/** What queries are made with: the pool, or one transaction of it. */
export interface Db {
  /** Runs one statement. `npm run check -- --write` writes `Row`, and `npm run check` compares it with the answer. */
  execute: <Row = Record<string, unknown>>(statement: SQL) => Promise<Answer<Row>>;
  /** The pool; null inside a transaction. */
  pool: pg.Pool | null;
  /** Connections that stay the same, for locks that are held by one; without it those of `pool` do. */
  sessions?: pg.Pool;
}

/** An open database; `close` also stops an embedded server nobody else uses. */
export interface Database {
  db: Db;
  pool: pg.Pool;
  /** The database's own address, past any pooler. */
  url: string;
  /**
   * The address of the role that owns the tables and migrates them. With DATABASE_URL it is the same as `url`.
   */
  ownerUrl: string;
  isEmbedded: boolean;
  /** Opens connections like those of `pool` for a lane of their own; whoever opens them ends them. */
  openLane: (connections: number) => ShopPool;
  /** Waits for what is being asked; when a time is given, only so many milliseconds. */
  close: (patienceMs?: number) => Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL 15 or newer; without it the embedded server of `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** The database's own address, where `databaseUrl` is that of a pooler. */
  databaseDirectUrl?: string | undefined;
  /** Pages go through the pooler, if there is one; commands and whatever else go past it. */
  isForPages?: boolean;
  dataDir: string;
  report: (line: string) => void;
  /** `pageLimits` unless it is given. */
  limits?: ConnectionLimits;
}

/** After how many milliseconds the server ends what is stuck, and how long somebody waits for a free connection. */
export interface ConnectionLimits {
  statement: number;
  lock: number;
  idleTransaction: number;
  connection: number;
  /** How long a server may say nothing at all: one that stands still ends no statement itself. Without end unless given. */
  answer?: number;
}

/** A stuck statement must not hold a reader's page. */
export const pageLimits: ConnectionLimits = {
  statement: 10_000,
  lock: 5_000,
  idleTransaction: 10_000,
  connection: 5_000,
};
/** A job or a command goes on where a slow machine or a large catalogue makes one of its statements long. */
export const workLimits: ConnectionLimits = {
  statement: 300_000,
  lock: 60_000,
  idleTransaction: 60_000,
  connection: 60_000,
};

/** A server that does not answer is not waited for. */
const endAtServerMs = 500;

/** Opens the shop's database, starting the embedded server when no address is set. */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
  report,
  isForPages = false,
  limits = pageLimits,
}: DatabaseOptions): Promise<Database> {
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, report });
  const url = databaseDirectUrl ?? databaseUrl ?? embedded!.url;
  const poolUrl = isForPages && databaseUrl ? databaseUrl : url;
  const unreachable = (error: unknown) => {
    throw new Error(`The database at ${withoutPassword(poolUrl)} cannot be reached: ${(error as Error).message}`, {
      cause: error,
    });
  };
  const pooler = databaseUrl ? await findPooler(poolUrl, limits.connection).catch(unreachable) : null;
  if (pooler && url === poolUrl) throw new Error(sayPooled(poolUrl));
  if (pooler && !pooler.hasLimits) report(sayUnlimited(poolUrl, limits));
  const pool = openPool(poolUrl, 10, limits, pooler);
  if (isForPages) embedded?.keepRunning();
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    await embedded?.stopIfUnused();
    unreachable(error);
  }
  return {
    db: queriesOver(pool, pool),
    pool,
    url,
    ownerUrl: embedded?.ownerUrl ?? url,
    isEmbedded: !databaseUrl,
    openLane: (connections) => openPool(poolUrl, connections, limits, pooler),
    close: async (patienceMs) => {
      await (patienceMs === undefined ? pool.end() : pool.endWithin(patienceMs));
      await embedded?.stopIfUnused();
    },
  };
}

/** A bounded pool whose queries end by themselves; those of a pooler, if its connections have limits. */
export function openPool(url: string, max = 10, limits = pageLimits, pooler: Pooler | null = null): ShopPool {
  const pool = new ShopPool({
    Client: pooler && !pooler.keepsNames ? UnnamedStatementClient : PreparedStatementClient,
    pipeline: true,
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connection,
    // A pooler refuses them: its connections to the server are older than ours.
    ...(pooler ? {} : timeoutsOf(limits)),
    ...(limits.answer === undefined ? {} : { query_timeout: limits.answer }),
    keepAlive: true,
  });
  // A pooler's connections have numbers that the server does not know.
  if (!pooler) pool.serverUrl = url;
  // Without listeners a dropped connection would end the process, idle or in the midst of a transaction; what was asked
  // of it fails, and the next query opens a new one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** `pg` knows the number of the process at the server, and its types do not. */
type ServerConnection = pg.PoolClient & { processID: number };

/** Connections of the shop. */
export class ShopPool extends pg.Pool {
  /** The server's own address, where there is one that knows all these connections. */
  serverUrl: string | null = null;
  readonly #connections = new Set<ServerConnection>();

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("connect", (client) => this.#connections.add(client as ServerConnection));
    this.on("remove", (client) => this.#connections.delete(client as ServerConnection));
  }

  /**
   * Its end is the end of its connections. That of `pg` is earlier: the server still has them for a moment, and whoever
   * counts them to see whether somebody else uses the database would count its own.
   */
  override async end(): Promise<void> {
    await super.end();
    while (this.#connections.size > 0) await once(this, "remove");
  }

  /**
   * Waits so many milliseconds for what is being asked, then cuts it: a transaction rolls back. The server is told, as it
   * would go on with a statement whose connection is gone.
   */
  async endWithin(ms = 100): Promise<void> {
    const late = new AbortController();
    const ended = this.end().then(() => late.abort());
    await Promise.race([ended, wait(ms, undefined, { signal: late.signal }).catch(() => {})]);
    if (this.#connections.size === 0) return;
    await this.#endAtServer().catch(() => {}); // one that does not answer sees the connections go
    for (const { connection } of this.#connections) connection.stream.destroy();
  }

  async #endAtServer() {
    if (!this.serverUrl) return;
    const pids = Array.from(this.#connections, ({ processID }) => processID);
    const client = new pg.Client({
      connectionString: this.serverUrl,
      application_name: applicationName,
      connectionTimeoutMillis: endAtServerMs,
      query_timeout: endAtServerMs,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(
        "select pg_terminate_backend(pid, $3) from pg_stat_activity where pid = any($1) and application_name = $2",
        [pids, applicationName, endAtServerMs / 2],
      );
    } finally {
      await client.end();
    }
  }
}

function timeoutsOf({ statement, lock, idleTransaction }: ConnectionLimits) {
  return { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idleTransaction };
}

function sayPooled(url: string): string {
  return (
    `The address ${withoutPassword(url)} is that of a pooler such as PgBouncer, which lends a connection for one transaction. ` +
    "The shop also needs the database's own address: set DATABASE_DIRECT_URL to it, and leave the pooler's in DATABASE_URL."
  );
}

function sayUnlimited(url: string, limits: ConnectionLimits): string {
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  const statements = Object.entries(timeoutsOf(limits)).map(
    ([name, ms]) => `alter role ${role} set ${name} = '${ms / 1000}s';`,
  );
  return (
    `The pooler at ${withoutPassword(url)} opens connections without limits: a statement that is stuck would hold one for good. ` +
    `Give its role some, and restart the pooler: ${statements.join(" ")}`
  );
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  parsed.search = "";
  return parsed.toString();
}
