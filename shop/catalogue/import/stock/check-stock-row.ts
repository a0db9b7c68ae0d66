/** Checks the rows of a till's stock file: identity of the book, prices and copies. */
import { removeNullWords } from "#shop/catalogue/records/remove-null-words.ts";
import { readAmount } from "#shop/catalogue/fields/check/amount.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { readLetters } from "#shop/catalogue/fields/check/repair-encoding.ts";
import { readPrice } from "#shop/catalogue/fields/check/prices.ts";
import { readCopies } from "#shop/catalogue/fields/check/reading.ts";
import { nameRecord } from "#shop/catalogue/records/name-record.ts";
import type { RawRecord, RecordPlace, ReportLine } from "#shop/catalogue/fields/raw-record.ts";

/** A checked row of a stock file; values that it does not contain are absent. */
export interface StockRow {
  place: RecordPlace;
  /** How the bookseller identifies the row. */
  name: string;
  isbn13?: string;
  /** The title in the till, and the first author. */
  title?: string;
  author?: string;
  /** The shop's id of the book, or its key in another file. */
  reference?: string;
  mrpPaise?: number;
  /** Never above `mrpPaise`. */
  pricePaise?: number;
  /** Copies on hand. */
  copies?: number;
}

/** A valid row, or the reason why it is rejected. */
export type CheckedStockRow = { row: StockRow; mended: ReportLine[] } | { refused: ReportLine };

/**
 * Checks a row of a stock file. An invalid value rejects the whole row: valid prices are not imported if the number of
 * copies is invalid.
 */
export function checkStockRow(written: RawRecord): CheckedStockRow {
  const raw = removeNullWords(written);
  const { place } = raw;
  const name = nameRecord(raw);
  const line = (kind: ReportLine["kind"], reason: string, field?: string): ReportLine => ({
    place,
    kind,
    record: name,
    ...(field && { field }),
    reason: reason.replace(/[^.!?…]$/, "$&."),
  });
  const identity = readIdentity(raw);
  if ("fault" in identity) return { refused: line("refused", identity.fault, "isbn") };
  const prices = readPrices(raw);
  if ("fault" in prices) return { refused: line("refused", prices.fault, prices.field) };
  const copies = raw.copies === undefined ? undefined : readCopies(raw.copies);
  if (copies && "fault" in copies) return { refused: line("refused", copies.fault, "copies") };
  const { mrpPaise, pricePaise } = prices;
  if (!mrpPaise && !pricePaise && !copies)
    return { refused: line("skipped", "The row names no price, no MRP and no copies") };
  const { isbn13, reference, mended } = identity;
  return {
    row: {
      place,
      name,
      isbn13,
      reference,
      ...namesOf(raw),
      mrpPaise,
      pricePaise,
      copies: copies?.value,
    },
    mended: mended ? [line("mended", mended, "isbn")] : [],
  };
}

/** The prices of a row, in paise. An invalid price and a price in another currency are faults. */
function readPrices({
  mrp,
  price,
}: RawRecord): { mrpPaise?: number; pricePaise?: number } | { field: string; fault: string } {
  const [mrpPaise, pricePaise] = [mrp, price].map((amount) =>
    amount && amount.amount.trim() !== "" ? readAmount(amount, {}) : undefined,
  );
  if (mrpPaise && "fault" in mrpPaise) return { field: "mrp", fault: mrpPaise.fault };
  if (pricePaise && "fault" in pricePaise) return { field: "price", fault: pricePaise.fault };
  const prices = { mrpPaise: mrpPaise?.value, pricePaise: pricePaise?.value };
  const compared = readPrice(prices, { exchangeRates: {} });
  return "fault" in compared ? { field: "price", fault: compared.fault } : prices;
}

/** Titles with lost letters are ignored; the row is still valid. */
function namesOf({ title, contributors = [] }: RawRecord): Pick<StockRow, "title" | "author"> {
  const read = (text: string | undefined) => {
    const letters = text === undefined ? undefined : readLetters(text, "title");
    return letters && "value" in letters ? letters.value : undefined;
  };
  return { title: read(title), author: read(contributors[0]?.name) };
}

type Identity = { isbn13?: string; reference?: string; mended?: string } | { fault: string };

/** Reads the keys of a row. Tills write ISBNs into the column of the barcode or of their own code. */
function readIdentity({ isbn, reference: written }: RawRecord): Identity {
  const reference = written?.trim() || undefined;
  if (!isbn?.trim()) {
    if (!reference) return { fault: "The row has no ISBN, and no id or key of a book" };
    const read = /^97[89][\d-]{10,14}$/.test(reference) ? readIsbn(reference) : undefined;
    return { reference, ...(read && "value" in read && { isbn13: read.value }) };
  }
  const read = readIsbn(isbn);
  if ("barcode" in read) return { reference: reference ?? read.barcode };
  // The till's own code may still identify the book.
  if ("fault" in read && reference)
    return { reference, mended: `${read.fault}: the row was used for the book with the key ${reference}` };
  return "fault" in read ? read : { isbn13: read.value, reference, mended: read.mended };
}
