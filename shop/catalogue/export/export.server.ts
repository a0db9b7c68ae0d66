import type { Writable } from "node:stream";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inSnapshot } from "#db/transaction.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { byteOrderMark, catalogueWriter, type CatalogueFormat } from "./catalogue-writer.ts";
import { readCatalogue } from "./read-catalogue.server.ts";
import { ordersTable, readersTable, stockTable, type Table } from "./read-tables.server.ts";

/** The exports that the shop offers. */
const exports = ["catalogue", "stock", "orders", "readers"] as const;
export type ExportName = (typeof exports)[number];

/** Reports progress: `rows` of `of` rows are written. */
export type ExportProgress = (rows: number, of: number) => void;

/**
 * Writes an export to a stream from one database snapshot, with constant memory, and returns the number of rows. Does
 * not end the stream. Throws if the stream or the connection to the database fails.
 */
export async function exportRecords(
  { db, now, settings }: Pick<Services, "db" | "now"> & { settings: Pick<ShopSettings, "name"> },
  name: ExportName,
  format: CatalogueFormat,
  to: Writable,
  onProgress: ExportProgress = () => {},
): Promise<number> {
  let isBegun = false;
  return inSnapshot(db, async (tx) => {
    // Output that was written cannot be removed again, so the transaction must not be retried.
    if (isBegun) throw new Error("The connection to the database was lost while the export was written.");
    isBegun = true;
    // The consumer of the stream may be slow, so the timeout is long. A read-only transaction blocks no other
    // transaction.
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
    // Convert each line to bytes at once: the string pieces that V8 keeps for a joined string triple the memory.
    yield { text: Buffer.concat(records.map((record) => Buffer.from(line(record)))), rows: records.length, of };
  }
  yield { text: end(rows), rows: 0, of };
}

async function* tablePages(tx: Db, { count, pages }: Table): AsyncGenerator<Page> {
  const of = await count(tx);
  yield { text: byteOrderMark, rows: 0, of };
  for await (const page of pages(tx)) yield { ...page, of };
}

/** Writes to the stream and waits until it has accepted the data. */
function write(to: Writable, text: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(text, (error) => (error ? reject(error) : resolve())));
}
