/**
 * Restores a database dump: creates the tables of the dump's version, copies the rows into them, and migrates to the
 * newest version.
 */
import { once } from "node:events";
import { finished } from "node:stream/promises";

import pg from "pg";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";

import { baselineRelease, readReplacedMigrations } from "./schema/baseline.ts";
import { openPool } from "./connect.ts";
import type { DumpContents, DumpEnd, DumpEntry } from "./dump.ts";
import { migrate } from "./migrate.ts";

/** Why a dump cannot be loaded; the message is for the operator. */
export class DumpError extends Error {
  override name = "DumpError";
}

/**
 * Loads a dump into an empty database in one transaction, as the role that owns the database, and then migrates to the
 * newest version. Entries that are not part of the dump are passed to `keep`. Returns the number of rows of each table.
 * Throws a DumpError if the dump or the database is unsuitable.
 */
export async function loadDump(
  ownerUrl: string,
  entries: AsyncIterable<DumpEntry>,
  keep: (entry: DumpEntry) => Promise<void>,
): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    // The role may have timeouts, and the driver does not send a timeout of 0.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0");
    const loader = new Loader(client, ownerUrl);
    for await (const entry of entries) if (!(await loader.take(entry))) await keep(entry);
    const rows = await loader.end();
    await migrateToNewest(ownerUrl);
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

class Loader {
  readonly #client: pg.Client;
  readonly #ownerUrl: string;
  #contents: DumpContents | null = null;
  /** The table whose rows are being copied. */
  #copying: { table: string; stream: CopyStreamQuery } | null = null;
  readonly #rows: Record<string, number> = {};
  #end: DumpEnd | null = null;
  /** Statements that restore the triggers, foreign keys and indexes removed for a faster load. */
  #later: string[] = [];

  constructor(client: pg.Client, ownerUrl: string) {
    this.#client = client;
    this.#ownerUrl = ownerUrl;
  }

  /** Loads an entry. Returns false if the entry is not part of the dump. */
  async take({ name, bytes }: DumpEntry): Promise<boolean> {
    if (name === "dump.json") await this.#begin(readJson<DumpContents>(bytes));
    else if (name === "sequences.json") await this.#setSequences(readJson<Record<string, string>>(bytes));
    else if (name === "dump-end.json") this.#end = readJson<DumpEnd>(bytes);
    else if (name.startsWith("tables/")) await this.#copy(name.split("/")[1] ?? "", bytes);
    else return false;
    return true;
  }

  /** Checks that the dump is complete, and commits. */
  async end(): Promise<Record<string, number>> {
    const end = this.#end;
    if (!end) throw new DumpError("The backup is truncated: its end is missing. Nothing was restored.");
    for (const { name } of this.#contents?.tables ?? []) {
      const rows = this.#rows[name] ?? 0;
      if (rows !== end.rows[name])
        throw new DumpError(
          `The backup is damaged: ${name} has ${rows} of ${end.rows[name]} rows. Nothing was restored.`,
        );
    }
    for (const statement of this.#later) await this.#client.query(statement);
    await this.#client.query("commit");
    await this.#client.query("analyze");
    return end.rows;
  }

  async #begin(contents: DumpContents): Promise<void> {
    if (contents.format !== 1) throw new DumpError("A newer Endpaper made this backup. Restore it with that version.");
    this.#contents = contents;
    await makeTables(this.#client, this.#ownerUrl, contents);
    await this.#client.query("begin");
    await this.#client.query("set local idle_in_transaction_session_timeout = 0");
    this.#later = await dropConstraints(this.#client);
    const tables = contents.tables.map(({ name }) => pg.escapeIdentifier(name));
    await this.#client.query(`truncate ${tables.join(", ")} cascade`);
  }

  async #copy(table: string, bytes: Buffer): Promise<void> {
    const stream = this.#copying?.table === table ? this.#copying.stream : await this.#beginCopy(table);
    if (!stream.write(bytes)) await once(stream, "drain");
  }

  async #beginCopy(table: string): Promise<CopyStreamQuery> {
    await this.#endCopy();
    const known = this.#contents?.tables.find(({ name }) => name === table);
    if (!known)
      throw new DumpError(`The backup is damaged: it has rows of ${table}, which is not in its list of tables.`);
    const list = known.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
    const stream = this.#client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${list}) from stdin`));
    stream.on("error", () => {}); // the call that writes or ends the stream gets the error
    this.#copying = { table, stream };
    return stream;
  }

  async #endCopy(): Promise<void> {
    if (!this.#copying) return;
    const { table, stream } = this.#copying;
    this.#copying = null;
    stream.end();
    await finished(stream);
    this.#rows[table] = stream.rowCount;
  }

  async #setSequences(sequences: Record<string, string>): Promise<void> {
    await this.#endCopy();
    for (const [name, last] of Object.entries(sequences))
      await this.#client.query("select setval(to_regclass(quote_ident($1)), $2::bigint)", [name, last]);
  }
}

function readJson<T>(bytes: Buffer): T {
  return JSON.parse(bytes.toString("utf8")) as T;
}

/** Makes the tables of the dump's version in an empty database. */
async function makeTables(client: pg.Client, ownerUrl: string, { migrations }: DumpContents): Promise<void> {
  const { rows: found } = await client.query<{ table: string | null }>("select to_regclass('migrations') as table");
  if (found[0]?.table != null)
    throw new DumpError("There is a shop in this database already. Restore into an empty one: set another DATA_DIR.");
  const last = migrations.at(-1)?.name ?? "";
  const oldest = (await readReplacedMigrations()).at(-1);
  if (oldest && last < oldest.name)
    throw new DumpError(
      `An older Endpaper made this backup (${last}). Restore it with release ${baselineRelease}, and start this release then.`,
    );
  const pool = openPool(ownerUrl, 1);
  try {
    const known = new Set(migrations.map(({ name }) => name));
    await migrate(pool, undefined, (name) => known.has(name));
  } finally {
    await pool.end();
  }
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from migrations order by name",
  );
  if (JSON.stringify(rows) === JSON.stringify(migrations)) return;
  throw new DumpError(`A newer or another Endpaper made this backup (${last}). Restore it with that version.`);
}

/**
 * Removes triggers, foreign keys and indexes until the rows are loaded: the order of the rows violates foreign keys,
 * and the rows already contain what triggers would add. Returns the statements that restore them.
 */
async function dropConstraints(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(`
    select format('alter table %s disable trigger user', t.oid::regclass) as off,
      format('alter table %s enable trigger user', t.oid::regclass) as on, 3 as place
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)), 2
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.contype = 'f'
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
    order by place`);
  // A foreign key may depend on an index without a constraint, so foreign keys are dropped first and restored last.
  for (const { off } of rows.toReversed()) await client.query(off);
  return rows.map(({ on }) => on);
}

async function migrateToNewest(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, 1);
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}
