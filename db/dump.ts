/** Dumps all tables of the shop as a stream of small files, from one snapshot. */

import pg from "pg";
import { to as copyTo } from "pg-copy-streams";

/** One file of a dump, such as `tables/books/000001`, with its content of at most 8 MB. */
export interface DumpEntry {
  name: string;
  bytes: Buffer;
}

/** Content of the first entry, `dump.json`. */
export interface DumpContents {
  format: 1;
  /** The applied migrations, in order. */
  migrations: { name: string; sha256: string }[];
  /** The tables, in the order of their entries. */
  tables: { name: string; columns: string[] }[];
}

/** Content of the last entry, `dump-end.json`; a dump without it is truncated. */
export interface DumpEnd {
  rows: Record<string, number>;
}

const maxBytes = 1024 * 1024;

/**
 * Dumps the rows of all tables in PostgreSQL's COPY text format, split into entries of about 1 MB. All rows are from
 * one snapshot, and the shop can run meanwhile. Unlogged tables, such as today's searches, are not included.
 */
export async function* dumpDatabase(url: string): AsyncGenerator<DumpEntry> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on("error", () => {}); // the running query fails with the reason
  await client.connect();
  try {
    // The role may have timeouts, and the driver cannot set a timeout to 0.
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query("begin transaction isolation level repeatable read read only");
    const contents = await readContents(client);
    yield asJson("dump.json", contents);
    const rows: DumpEnd["rows"] = {};
    for (const table of contents.tables) rows[table.name] = yield* dumpTable(client, table);
    // Sequences are not transactional. Read them after the rows, so that each value is at least that of the dumped
    // rows.
    yield asJson("sequences.json", await readSequences(client));
    yield asJson("dump-end.json", { rows } satisfies DumpEnd);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readContents(client: pg.Client): Promise<DumpContents> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from migrations order by name",
  );
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'migrations'
    order by c.relname`,
  );
  return { format: 1, migrations, tables };
}

async function* dumpTable(
  client: pg.Client,
  { name, columns }: DumpContents["tables"][number],
): AsyncGenerator<DumpEntry, number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const stream = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
  let part = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const take = () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    part += 1;
    return { name: `tables/${name}/${String(part).padStart(6, "0")}`, bytes };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) yield take();
  }
  if (size > 0) yield take();
  return stream.rowCount;
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

function asJson(name: string, content: unknown): DumpEntry {
  return { name, bytes: Buffer.from(JSON.stringify(content)) };
}
