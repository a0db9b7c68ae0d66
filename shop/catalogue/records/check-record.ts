/** Checks a record of a file field by field, then the fields against each other. */
import { amountWithRate, readPrice } from "#shop/catalogue/fields/check/prices.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import { taxOfFormats, taxOfHeadings } from "#shop/catalogue/fields/check/formats.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { reportLeftOut } from "#shop/catalogue/fields/check/reading.ts";
import { bookFieldNames, fieldNamed, storedName, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { nameRecord } from "./name-record.ts";
import type { RawRecord, ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { removeNullWords } from "./remove-null-words.ts";

/** The bookseller's settings for a file; `now` decides whether a publication date is in the future. */
export interface CheckOptions extends PriceOptions {
  now?: Date;
}

/** A valid record with remarks on values that were changed or left out, or the reason why it is rejected. */
export type CheckedRecord = { record: BookRecord; mended: ReportLine[] } | { refused: ReportLine };

/**
 * Checks a record of a file. Identity, title and prices must be valid, or the record is rejected; other invalid values
 * are left out with a report line, and the shop's values stay. Products that the shop does not sell, such as e-books,
 * are skipped. A record without a price has no `mrpPaise`: it can change a book of the shop, but it can add one only if
 * there is a default MRP.
 */
export function checkRecord(raw: RawRecord, options: CheckOptions): CheckedRecord {
  try {
    return new Check(raw, options).run();
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.line };
    throw error;
  }
}

/** Fields that identify the book; the others describe it. */
const identity: readonly BookFieldName[] = ["reference", "isbn", "shopId"];
const describing = bookFieldNames.filter((name) => !identity.includes(name) && name !== "format");

/** Aborts the check of a record; caught within this file. */
class Refusal extends Error {
  readonly line: ReportLine;

  constructor(line: ReportLine) {
    super(line.reason);
    this.line = line;
  }
}

class Check {
  readonly #raw: RawRecord;
  readonly #options: CheckOptions;
  readonly #now: Date;
  readonly #name: string;
  readonly #mended: ReportLine[] = [];

  constructor(raw: RawRecord, options: CheckOptions) {
    this.#raw = removeNullWords(raw);
    this.#options = options;
    this.#now = options.now ?? new Date();
    this.#name = nameRecord(raw);
    const mrp = amountWithRate(this.#raw.mrp, raw.otherMrps, options.exchangeRates);
    if (mrp) this.#raw.mrp = mrp;
  }

  run(): CheckedRecord {
    const { notice, notForSale } = this.#raw;
    if (notice === "delete") return this.#answer({ ...this.#readIdentity(), notice });
    if (notForSale) return this.#answer({ ...this.#readIdentity(), notForSale: sentence(notForSale) });
    // The format is checked first, because a product that the shop does not sell is skipped even if its ISBN is
    // invalid.
    const format = this.#read("format");
    const record: BookRecord = { ...this.#readIdentity(), notice, ...format };
    for (const name of describing) Object.assign(record, this.#read(name));
    this.#completeTax(record);
    this.#correctAvailability(record);
    this.#comparePrices(record);
    this.#compareAges(record);
    this.#pairRating(record);
    return this.#answer(record);
  }

  #answer(record: BookRecord): CheckedRecord {
    const given = Object.entries(record).filter(([, value]) => value !== undefined);
    return { record: Object.fromEntries(given) as unknown as BookRecord, mended: this.#mended };
  }

  /** The checked value of a field under its stored name; empty if the record has none. */
  #read(name: BookFieldName): Partial<BookRecord> {
    const raw: unknown = this.#raw[name];
    if (raw === undefined || isBlank(raw)) return {};
    const field = fieldNamed(name);
    const tell = (reason: string, lost?: string) => this.#mend(name, reason, lost);
    const reading = field.check(raw, { ...this.#options, now: this.#now, tell });
    if ("skip" in reading) throw new Refusal(this.#lineOf("skipped", name, reading.skip));
    if ("fault" in reading) {
      if (field.isVital) return this.#refuse(name, reading.fault);
      reportLeftOut(tell, reading.fault);
      return {};
    }
    if (reading.mended) tell(reading.mended, reading.lost);
    return reading.value === undefined || reading.value === "" ? {} : { [storedName(name)]: reading.value };
  }

  #readIdentity(): BookRecord {
    const found = { place: this.#raw.place, ...this.#read("shopId"), ...this.#read("reference") };
    const { isbn } = this.#raw;
    const isFound = found.shopId !== undefined || found.reference !== undefined;
    if (isbn === undefined || isbn.trim() === "") {
      if (isFound) return found;
      return this.#refuse("isbn", "It has no ISBN and no item code, so a later import could not find it again");
    }
    const reading = readIsbn(isbn);
    if ("barcode" in reading) {
      const serves = found.reference === undefined ? ": it is used as the reference" : "";
      this.#mend("isbn", `${reading.barcode} is the barcode of something that is no book${serves}`);
      return { reference: reading.barcode, ...found };
    }
    // The shop's id or the sender's key may still identify the book.
    if ("fault" in reading && isFound) return { ...found, isbnFault: sentence(reading.fault) };
    return { ...found, ...this.#read("isbn") };
  }

  /** Fills in the tax: by the HSN code in the file, otherwise by the format. */
  #completeTax(record: BookRecord) {
    const usual = record.format && taxOfFormats[record.format];
    record.taxClass ??= taxOfHeadings[record.hsn?.slice(0, 4) ?? ""] ?? usual?.taxClass;
    record.hsn ??= usual?.hsn;
  }

  /**
   * Corrects `forthcoming` if the publication date has passed, because then the record was not updated since that date.
   */
  #correctAvailability(record: BookRecord) {
    const { publishedOn, availability } = record;
    if (availability !== "forthcoming" || !publishedOn) return;
    const today = this.#now.toISOString().slice(0, { day: 10, month: 7, year: 4 }[publishedOn.precision]);
    if (publishedOn.day >= today) return;
    this.#mend("availability", `It was announced for ${publishedOn.day}, which has passed: it counts as published`);
    record.availability = "in-stock";
  }

  #comparePrices(record: BookRecord) {
    const price = readPrice(record, this.#options);
    if ("fault" in price) this.#refuse("price", price.fault);
    else if (price.value !== undefined) record.pricePaise = price.value;
  }

  #compareAges(record: BookRecord) {
    const { ageFrom, ageTo } = record;
    if (ageFrom === undefined || ageTo === undefined || ageFrom <= ageTo) return;
    const lost = `The ages ${ageFrom} to ${ageTo} are in the wrong order`;
    this.#mend("ageFrom", `${lost}: they were left out`, lost);
    delete record.ageFrom;
    delete record.ageTo;
  }

  /** Rating and number of ratings only make sense together. */
  #pairRating(record: BookRecord) {
    if (record.startingRating && record.startingRatingCount) return;
    if (record.startingRating && !this.#raw.ratingCount?.trim())
      reportLeftOut((...told) => this.#mend("rating", ...told), "A rating needs the number of readers who gave it");
    delete record.startingRating;
    delete record.startingRatingCount;
  }

  #mend(field: BookFieldName, reason: string, lost?: string) {
    this.#mended.push({ ...this.#lineOf("mended", field, reason), ...(lost && { lost: sentence(lost) }) });
  }

  #refuse(field: BookFieldName, reason: string): never {
    throw new Refusal(this.#lineOf("refused", field, reason));
  }

  #lineOf(kind: ReportLine["kind"], field: BookFieldName, reason: string): ReportLine {
    return { place: this.#raw.place, kind, record: this.#name, field, reason: sentence(reason) };
  }
}

/** An empty text, or an amount with an empty one. */
function isBlank(raw: unknown): boolean {
  const text = typeof raw === "object" && raw !== null && "amount" in raw ? raw.amount : raw;
  return typeof text === "string" && text.trim() === "";
}

/** Adds a full stop to a text without punctuation at its end. */
function sentence(words: string): string {
  return words.replace(/[^.!?…]$/, "$&.");
}
