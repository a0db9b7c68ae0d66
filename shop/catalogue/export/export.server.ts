import type { Writable } from "node:stream";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inSnapshot } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { byteOrderMark, catalogueWriter, type CatalogueFormat } from "./catalogue-writer.ts";
import { readCatalogue } from "./read-catalogue.server.ts";
import { ordersTable, readersTable, stockTable, type Table } from "./read-tables.server.ts";

/** What the shop writes out for others. */
const exports = ["catalogue", "stock", "orders", "readers"] as const;
export type ExportName = (typeof exports)[number];

/** How far an export is; `of` is how many rows there will be. */
export type ExportProgress = (rows: number, of: number) => void;

/**
 * Writes a part of the shop's records to a stream as of one moment, and answers how many rows it has. Needs no more memory
 * for more rows. The stream is not ended. Throws when the stream breaks, or the connection to the database does.
 */
export async function exportRecords(
  { db, now, settings }: Pick<Services, "db" | "now" | "settings">,
  name: ExportName,
  format: CatalogueFormat,
  to: Writable,
  onProgress: ExportProgress = () => {},
): Promise<number> {
  let isBegun = false;
  return inSnapshot(db, async (tx) => {
    // What has been written cannot be taken back: no second try.
    if (isBegun) throw new Error("The connection to the database was lost while the export was written.");
    isBegun = true;
    // Whoever reads the stream may take their time; nobody waits for a transaction that only reads.
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '1h', true)`);
    const pages =
      name === "catalogue"
        ? cataloguePages(tx, format, settings.name, now())
        : tablePages(tx, { stock: stockTable, orders: ordersTable, readers: readersTable }[name]);
    let rows = 0;
    for await (const { text, rows: more, of } of pages) {
      rows += more;
      await write(to, text);
      onProgress(rows, of);
    }
    return rows;
  });
}

interface Page {
  text: string | Buffer;
  rows: number;
  of: number;
}

async function* cataloguePages(tx: Db, format: CatalogueFormat, shopName: string, sentAt: Date): AsyncGenerator<Page> {
  const of = await stockTable.count(tx);
  const { beginning, line, end } = catalogueWriter(format, shopName, sentAt);
  let rows = 0;
  yield { text: beginning, rows: 0, of };
  for await (const records of readCatalogue(tx)) {
    rows += records.length;
    // Each line as bytes at once: joined as strings, the pieces that V8 keeps of them live long enough to cost three times as much.
    yield { text: Buffer.concat(records.map((record) => Buffer.from(line(record)))), rows: records.length, of };
  }
  yield { text: end(rows), rows: 0, of };
}

async function* tablePages(tx: Db, { count, pages }: Table): AsyncGenerator<Page> {
  const of = await count(tx);
  yield { text: byteOrderMark, rows: 0, of };
  for await (const page of pages(tx)) yield { ...page, of };
}

/** Writes, and waits until the stream takes more. */
function write(to: Writable, text: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(text, (error) => (error ? reject(error) : resolve())));
}
