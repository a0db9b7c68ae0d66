import { once } from "node:events";

import pg from "pg";

import { applicationName, startEmbedded } from "./embedded.ts";
import { PreparedStatementClient } from "./prepared-statement-client.ts";
import { queriesOver } from "./queries.ts";
import type { SQL } from "./sql.ts";

/** The rows of an answer, and how many rows a statement found or changed. */
export interface Answer<Row> {
  rows: Row[];
  rowCount: number;
}

/** What queries are made with: the pool, or one transaction of it. */
export interface Db {
  /** Runs one statement. `npm run check` compares `Row` with what the statement answers. */
  execute: <Row = Record<string, unknown>>(statement: SQL) => Promise<Answer<Row>>;
  /** The pool; null inside a transaction. */
  pool: pg.Pool | null;
}

/** An open database; `close` also stops an embedded server nobody else uses. */
export interface Database {
  db: Db;
  pool: pg.Pool;
  url: string;
  /**
   * The address of the role that owns the tables and migrates them. With DATABASE_URL it is the same as `url`.
   */
  ownerUrl: string;
  isEmbedded: boolean;
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL 15 or newer; without it the embedded server of `dataDir` is used. */
  databaseUrl?: string | undefined;
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

/** Opens the shop's database, starting the embedded server when no address is set. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  report,
  limits = pageLimits,
}: DatabaseOptions): Promise<Database> {
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, report });
  const url = databaseUrl ?? embedded!.url;
  const pool = openPool(url, 10, limits);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    await embedded?.stopIfUnused();
    throw new Error(`The database at ${withoutPassword(url)} cannot be reached: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return {
    db: queriesOver(pool, pool),
    pool,
    url,
    ownerUrl: embedded?.ownerUrl ?? url,
    isEmbedded: !databaseUrl,
    close: async () => {
      await pool.end();
      await embedded?.stopIfUnused();
    },
  };
}

/** A bounded pool whose queries end by themselves. */
export function openPool(url: string, max = 10, limits = pageLimits): pg.Pool {
  const pool = new PatientPool({
    Client: PreparedStatementClient,
    pipeline: true,
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleTransaction,
    keepAlive: true,
  });
  // Without listeners a dropped connection would end the process, idle or in the midst of a transaction; what was asked
  // of it fails, and the next query opens a new one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * A pool whose end is the end of its connections. That of `pg` is earlier: the server still has them for a moment, and
 * whoever counts them to see whether somebody else uses the database would count its own.
 */
class PatientPool extends pg.Pool {
  readonly #connections = new Set<pg.PoolClient>();

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("connect", (client) => this.#connections.add(client));
    this.on("remove", (client) => this.#connections.delete(client));
  }

  override async end(): Promise<void> {
    await super.end();
    while (this.#connections.size > 0) await once(this, "remove");
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  parsed.search = "";
  return parsed.toString();
}
