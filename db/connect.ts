/** Opens the shop's database (DATABASE_URL or the embedded server) with pools, time limits and orderly closing. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { applicationName, startEmbedded } from "./embedded.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { PreparedStatementClient, UnnamedStatementClient } from "./prepared-statement-client.ts";
import { queriesOver } from "./queries.ts";
import type { SQL } from "./sql.ts";

/** The rows of a result, and the number of rows that a statement returned or changed. */
export interface Answer<Row> {
  rows: Row[];
  rowCount: number;
}

/** Runs statements, on the pool or in one transaction. */
export interface Db {
  /**
   * Runs one statement. The type `Row` is written by `npm run check -- --write`, and `npm run check` compares it with
   * the columns of the result.
   */
  execute: <Row = Record<string, unknown>>(statement: SQL) => Promise<Answer<Row>>;
  /** The pool; null inside a transaction. */
  pool: pg.Pool | null;
  /** Connections that bypass a pooler, for locks that belong to a session. If absent, `pool` is used. */
  sessions?: pg.Pool;
}

/** An open database; `close` also stops an embedded server that no other process uses. */
export interface Database {
  db: Db;
  pool: pg.Pool;
  /** The address of the database itself, not of a pooler. */
  url: string;
  /** The address of the role that owns and migrates the tables; with DATABASE_URL it equals `url`. */
  ownerUrl: string;
  isEmbedded: boolean;
  /**
   * Opens another pool like `pool`, for statements whose best plan does not depend on their values, such as those of a
   * purchase or of public pages. The caller must end it.
   */
  openPlannedPool: (connections: number) => ShopPool;
  /** Closes all connections after running queries have ended, or after `patienceMs` milliseconds if given. */
  close: (patienceMs?: number) => Promise<void>;
}

export interface DatabaseOptions {
  /** Address of PostgreSQL 15 or newer; if absent, the embedded server in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** The address of the database itself, if `databaseUrl` is that of a pooler. */
  databaseDirectUrl?: string | undefined;
  /** Whether the connections are for pages, which use the pooler if there is one. Commands connect directly. */
  isForPages?: boolean;
  dataDir: string;
  report: (line: string) => void;
  /** Timeouts of the connections; default `pageLimits`. */
  limits?: ConnectionLimits;
}

/**
 * Timeouts in ms: those of the server for statements, locks and idle transactions, and the maximum wait for a free
 * connection of the pool.
 */
export interface ConnectionLimits {
  statement: number;
  lock: number;
  idleTransaction: number;
  connection: number;
  /** Timeout of a query on the client's side, in ms, for a server that does not respond at all; none by default. */
  answer?: number;
}

/** Limits for pages, so that a stuck statement does not delay a page for longer. */
export const pageLimits: ConnectionLimits = {
  statement: 10_000,
  lock: 5_000,
  idleTransaction: 10_000,
  connection: 5_000,
};
/** Limits for jobs and commands, whose statements may be slow on a large catalogue or a slow machine. */
export const jobLimits: ConnectionLimits = {
  statement: 300_000,
  lock: 60_000,
  idleTransaction: 60_000,
  connection: 60_000,
};

/** How long to wait for a server that does not respond, in ms. */
const endAtServerMs = 500;

/** Opens the shop's database, starting the embedded server if no address is set. */
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
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The database at ${withoutPassword(poolUrl)} cannot be reached: ${why}`, { cause: error });
  };
  const pooler = databaseUrl ? await findPooler(poolUrl, limits.connection).catch(unreachable) : null;
  if (pooler && url === poolUrl) throw new Error(describePooler(poolUrl));
  if (pooler && !pooler.hasLimits) report(describeMissingLimits(poolUrl, limits));
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
    openPlannedPool: (connections) => openPool(poolUrl, connections, limits, pooler, "once"),
    close: async (patienceMs) => {
      await (patienceMs === undefined ? pool.end() : pool.endWithin(patienceMs));
      await embedded?.stopIfUnused();
    },
  };
}

/**
 * Opens a pool of at most `max` connections with time limits, either direct or through a pooler. `planned` is `once` for
 * statements whose best plan does not depend on their values: planning a short statement each time costs more than
 * running it. Through a pooler PostgreSQL decides itself.
 */
export function openPool(
  url: string,
  max = 10,
  limits = pageLimits,
  pooler: Pooler | null = null,
  planned: "by-values" | "once" = "by-values",
): ShopPool {
  const pool = new ShopPool({
    Client: pooler && !pooler.keepsNames ? UnnamedStatementClient : PreparedStatementClient,
    pipeline: true,
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connection,
    // A pooler rejects these parameters, because its connections to the server are already open.
    ...(pooler ? {} : timeoutsOf(limits)),
    ...(pooler || planned === "by-values" ? {} : { options: "-c plan_cache_mode=force_generic_plan" }),
    ...(limits.answer === undefined ? {} : { query_timeout: limits.answer }),
    keepAlive: true,
  });
  // The process ids that a pooler reports are not those of the server.
  if (!pooler) pool.serverUrl = url;
  // Without these listeners, a lost connection would end the process. With them, its queries fail, and the next query
  // opens a new connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

declare module "pg" {
  interface ClientBase {
    /** Exists in `pg`, but not in its types. */
    processID: number;
  }
}

/** A pool that waits for the end of its connections and can cancel running queries. */
export class ShopPool extends pg.Pool {
  /** The server's address, if the process ids of these connections are the server's; otherwise null. */
  serverUrl: string | null = null;
  readonly #connections = new Set<pg.PoolClient>();

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("connect", (client) => this.#connections.add(client));
    this.on("remove", (client) => this.#connections.delete(client));
  }

  /**
   * Resolves when all connections are closed. `pg` resolves earlier, while the server still counts the connections;
   * then a check for other users of the database would find them.
   */
  override async end(): Promise<void> {
    await super.end();
    while (this.#connections.size > 0) await once(this, "remove");
  }

  /**
   * Waits up to `ms` milliseconds for running queries, then closes the connections, so that transactions are rolled
   * back. Also cancels the queries at the server, which would otherwise continue them.
   */
  async endWithin(ms = 100): Promise<void> {
    const late = new AbortController();
    const ended = this.end().then(() => late.abort());
    await Promise.race([ended, wait(ms, undefined, { signal: late.signal }).catch(() => {})]);
    if (this.#connections.size === 0) return;
    await this.#endAtServer().catch(() => {}); // if the server does not respond, it notices the closed connections
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

function describePooler(url: string): string {
  return (
    `The address ${withoutPassword(url)} is that of a pooler such as PgBouncer, which lends a connection for one transaction. ` +
    "The shop also needs the database's own address: set DATABASE_DIRECT_URL to it, and leave the pooler's in DATABASE_URL."
  );
}

function describeMissingLimits(url: string, limits: ConnectionLimits): string {
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  const statements = Object.entries(timeoutsOf(limits)).map(
    ([name, ms]) => `alter role ${role} set ${name} = '${ms / 1000}s';`,
  );
  return (
    `The pooler at ${withoutPassword(url)} opens connections without limits: a statement that is stuck would occupy one forever. ` +
    `Set limits for its role, and restart the pooler: ${statements.join(" ")}`
  );
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  parsed.search = "";
  return parsed.toString();
}
