import { inTransaction } from "#db/transaction.ts";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { readBookForm } from "#shop/catalogue/editing/form/read-book-form.ts";
import { addBook } from "#shop/catalogue/editing/form/save-book.server.ts";
import type { Services } from "#shop/services.ts";

let books = 0;

/** Adds a book as staff do, never sold; returns its id. */
export async function addDeskBook({ services }: { services: Services }, values: BookValues = {}): Promise<string> {
  books += 1;
  const now = services.now();
  const all = { title: `A desk book ${books}`, mrp: "300", ...values };
  const read = readBookForm(all, { reference: `desk book ${books}`, now });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const added = await inTransaction(services.db, (tx) =>
    addBook({ ...services, db: tx }, { record: read.record, values: all, isListed: true }),
  );
  if (added.kind !== "saved") throw new Error(added.kind);
  return added.bookId;
}
