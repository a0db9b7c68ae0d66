import { refusalOf, describeAdded, titleOf } from "#desk/pages/book/actions.server.ts";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { bookValuesIn } from "#shop/catalogue/editing/form/form-fields.ts";
import { readBookForm } from "#shop/catalogue/editing/form/read-book-form.ts";
import { addBook } from "#shop/catalogue/editing/form/save-book.server.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

interface NewBook {
  values: BookValues;
  record: BookRecord;
  isListed: boolean;
}

function readNewBook(form: FormData): ReadAction<NewBook> {
  const texts = readTexts(form);
  const values = bookValuesIn(texts);
  const copies = (texts.copies ?? "").trim();
  // Idempotency key, made with the form: submitting the form twice adds one book.
  const { key: typedKey = "" } = texts;
  const key = /^[0-9a-f-]{36}$/.test(typedKey) ? typedKey : "";
  const read = readBookForm(values, { reference: `desk ${key}`, now: new Date(), copies });
  const errors: Record<string, string> = read.ok ? {} : { ...read.errors };
  if (!/^\d{0,5}$/.test(copies)) errors.copies = "Write a whole number of copies, up to 99,999.";
  if (key === "") errors.title ??= "This form is incomplete. Open the page again.";
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, input: { values, record: read.record, isListed: texts.isListed === "on" } };
}

/** Adds a book, with its copies in stock. */
export const addBookFromDesk = deskAction({
  name: "books.add",
  does: "add a book",
  needs: "books",
  proof: "passkey",
  read: readNewBook,
  async run({ services, session }, { record, values, isListed }) {
    const saved = await addBook(services, { record, values, isListed, staffId: session.staff.id });
    if (saved.kind === "known") {
      const words = "This book is already in the shop: nothing was added.";
      return { answer: { book: saved.bookId, isbn: record.isbn13 ?? "", words }, entry: null };
    }
    if (saved.kind !== "saved") throw refusalOf(saved);
    const { bookId, isNewWork, added } = saved;
    const copies = record.copies ?? 0;
    const edition = isNewWork ? "" : " It is another edition of a work that the shop already has.";
    return {
      answer: {
        book: bookId,
        isbn: record.isbn13 ?? "",
        words: `Added with ${formatCount(copies, "copy", "copies")}.${edition}${describeAdded(added)}`,
      },
      entry: {
        action: "books.add",
        words: `Added “${titleOf(values)}”.`,
        subject: `book ${bookId}`,
      },
    };
  },
});
