import type { Db } from "#db/connect.ts";
import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
import { findNamedBooks } from "./named-books.server.ts";
import { findWrittenList, removeReadingList, saveWrittenList, type WrittenList } from "./reading-lists.server.ts";
import { holdWeeklyTables, findWrittenTable, removeWeeklyTable, saveWeeklyTable } from "./weekly-tables.server.ts";
import type { WrittenTable } from "./weekly-table.ts";

/** A table of the week. One with a book that is not in the shop any more stays as it is. */
export const takeBackWeeklyTable = takeBackEach<WrittenTable>({
  async find(tx, id) {
    await holdWeeklyTables(tx);
    return findWrittenTable(tx, id);
  },
  async save(tx, id, table, at) {
    const saved = await saveWeeklyTable({ db: tx, now: () => at }, id, table, "the desk");
    if (saved.ok) return;
    return saved.reason === "too-many"
      ? "there are too many tables"
      : `it had books that are not in the shop: ${saved.books.join(", ")}`;
  },
  remove: removeWeeklyTable,
  nameOf: (name) => `the table ${name}`,
  whyItStays: "it is gone already",
  labels: { title: "the title", introduction: "the words", begins: "its day", books: "the books" },
});

/** A reading list. Books that are not in the shop any more are left out. */
export const takeBackReadingList = takeBackEach<WrittenList>({
  find: (tx, id) => findWrittenList(tx, id, { isHeld: true }),
  async save(tx, id, list) {
    await saveWrittenList(tx, id, { ...list, books: await keepKnown(tx, list.books) });
  },
  remove: removeReadingList,
  nameOf: (name) => `the reading list ${name}`,
  whyItStays: "it is gone already",
  labels: {
    title: "the title",
    summary: "the sentence",
    introduction: "the words",
    place: "the place",
    endpaper: "the endpaper",
    books: "the books",
  },
});

async function keepKnown(tx: Db, books: WrittenList["books"]): Promise<WrittenList["books"]> {
  const found = await findNamedBooks(
    tx,
    books.map(({ bookId }) => bookId),
  );
  return books.filter((_, place) => found[place]);
}
