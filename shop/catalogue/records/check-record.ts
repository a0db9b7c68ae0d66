import type { BookRecord } from "./book-record.ts";
import { readAmount } from "./check/amount.ts";
import { readContributors } from "./check/contributors.ts";
import { readCountry } from "./check/countries.ts";
import { readDay } from "./check/day.ts";
import { readIsbn } from "./check/isbn.ts";
import { readLanguage } from "./check/languages.ts";
import { withoutEmptyWords } from "./check/empty-words.ts";
import {
  readAge,
  readCoverLink,
  readHeading,
  readMillimetres,
  readPages,
  readSeries,
  readShopId,
  readSubjects,
  readWeight,
} from "./check/details.ts";
import { readLine, readParagraphs } from "./check/plain-text.ts";
import { readPrices, type PriceOptions } from "./check/prices.ts";
import { leaveOut, quote, readCopies, readCount, type Reading } from "./check/reading.ts";
import { readAudience, readAvailability } from "./check/availability.ts";
import { readFormat, taxClasses, taxOfFormats, taxOfHeadings } from "./check/formats.ts";
import { nameRecord } from "./name-record.ts";
import type { RawRecord, ReportLine } from "./raw-record.ts";

/** What the bookseller says about a file; `now` decides whether a day of publication is still to come. */
export interface CheckOptions extends PriceOptions {
  now?: Date;
}

/** A record with clean values and what was lost on the way, or why it cannot be taken. */
export type CheckedRecord = { record: BookRecord; mended: ReportLine[] } | { refused: ReportLine };

/**
 * Checks a record of a file. Identity, title and prices must be right, or the record is refused; any other value that is
 * not right is left out, with a line that says so, and what is in the shop stays as it is. A product that this shop
 * does not sell, such as an e-book, is skipped. A record without any price has no `mrpPaise`: only a book that the shop
 * knows can do without.
 */
export function checkRecord(raw: RawRecord, options: CheckOptions): CheckedRecord {
  try {
    return new Check(raw, options).run();
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.line };
    throw error;
  }
}

/** More works in other languages are passed over. */
const maxTranslations = 50;

/** Ends the check of a record; it never leaves this file. */
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
  readonly #name: string;
  readonly #mended: ReportLine[] = [];

  constructor(raw: RawRecord, options: CheckOptions) {
    this.#raw = withoutEmptyWords(raw);
    this.#options = options;
    this.#name = nameRecord(raw);
  }

  run(): CheckedRecord {
    const raw = this.#raw;
    if (raw.notice === "delete")
      return { record: present({ ...this.#readIdentity(), notice: raw.notice }), mended: this.#mended };

    if (raw.notForSale)
      return {
        record: present({ ...this.#readIdentity(), notForSale: sentence(raw.notForSale) }),
        mended: this.#mended,
      };

    // What the shop does not sell is passed over, even where its ISBN is wrong too.
    const format = this.#readFormat();
    const identity = this.#readIdentity();
    const record: BookRecord = {
      ...identity,
      notice: raw.notice,
      workReference: this.#line("workReference", "work's reference", 200),
      inOtherLanguages: this.#readTranslations(),
      title: this.#must("title", raw.title && readLine(raw.title, "title", 500)),
      subtitle: this.#line("subtitle", "subtitle", 500),
      description: this.#take("description", (text) => readParagraphs(text, "description", 20_000)),
      contributors:
        raw.contributors && readContributors(raw.contributors, (...told) => this.#mend("contributors", ...told)),
      series: raw.series && readSeries(raw.series, (...told) => this.#mend("series", ...told)),
      publisher: this.#line("publisher", "publisher's name", 200),
      publisherGroup: this.#line("publisherGroup", "publisher's name", 200),
      format,
      ...this.#readTax(format),
      language: this.#take("language", readLanguage),
      pages: this.#take("pages", readPages),
      ...this.#readAvailability(),
      editionStatement: this.#line("editionStatement", "edition", 200),
      ...this.#readPrices(),
      laterMrps: this.#readLaterMrps(),
      supplier: this.#line("supplier", "supplier's name", 200),
      copies: this.#take("copies", readCopies),
      subjects: raw.subjects && readSubjects(raw.subjects, (...told) => this.#mend("subjects", ...told)),
      audience: this.#known("audience", readAudience),
      ...this.#readAges(),
      countryOfOrigin: this.#take("countryOfOrigin", readCountry),
      weightGrams: raw.weight && this.#drop("weight", readWeight(raw.weight)),
      heightMm: raw.height && this.#drop("height", readMillimetres(raw.height)),
      widthMm: raw.width && this.#drop("width", readMillimetres(raw.width)),
      thicknessMm: raw.thickness && this.#drop("thickness", readMillimetres(raw.thickness)),
      ...this.#readRating(),
      coverLink: this.#take("coverLink", readCoverLink),
    };
    return { record: present(record), mended: this.#mended };
  }

  #readIdentity(): Pick<BookRecord, "place" | "shopId" | "reference" | "isbn13" | "isbnFault"> {
    const shopId = this.#take("shopId", readShopId);
    return { shopId, ...this.#readKeys(shopId) };
  }

  #readKeys(shopId: string | undefined): Pick<BookRecord, "place" | "reference" | "isbn13" | "isbnFault"> {
    const { place, isbn, reference } = this.#raw;
    const own = this.#must("reference", reference && readLine(reference, "reference", 200)) || undefined;
    const read = isbn === undefined || isbn.trim() === "" ? undefined : readIsbn(isbn);
    if (!read) {
      if (own ?? shopId) return { place, reference: own };
      this.#refuse("isbn", "It has no ISBN and no reference of its own: it could not be found again");
    }
    if ("barcode" in read) {
      const { barcode } = read;
      this.#mend(
        "isbn",
        `${barcode} is the barcode of something that is no book${own ? "" : ": it serves as reference"}`,
      );
      return { place, reference: own ?? barcode };
    }
    // The shop's id or the sender's key may say which book it is.
    if ("fault" in read && (shopId ?? own)) return { place, reference: own, isbnFault: sentence(read.fault) };
    return { place, reference: own, isbn13: this.#must("isbn", read) };
  }

  #readFormat(): BookRecord["format"] {
    const text = this.#raw.format;
    if (text === undefined || text.trim() === "") return undefined;
    const format = readFormat(text);
    if (typeof format === "string") return format || undefined;
    if (format) throw new Refusal(this.#lineOf("skipped", "format", format.skip));
    this.#leaveOut("format", `${quote(text)} is not a format that the shop knows`);
    return undefined;
  }

  /** What a file says of the tax counts; else the format says it. */
  #readTax(format: BookRecord["format"]): Pick<BookRecord, "hsn" | "taxClass"> {
    const usual = format && taxOfFormats[format];
    const heading = this.#take("hsn", readHeading);
    const words = this.#raw.taxClass?.trim().toLowerCase() ?? "";
    const named = taxClasses.get(words);
    if (words && !named) this.#leaveOut("taxClass", `${quote(words)} is not a tax class`);
    const ofHeading = taxOfHeadings[heading?.slice(0, 4) ?? ""];
    return { hsn: heading ?? usual?.hsn, taxClass: named ?? ofHeading ?? usual?.taxClass };
  }

  #readAvailability(): Pick<BookRecord, "availability" | "orderDays" | "publishedOn"> {
    const now = this.#options.now ?? new Date();
    const publishedOn = this.#take("publishedOn", (text) => readDay(text, now));
    const availability = this.#known("availability", readAvailability);
    const orderDays = this.#take("orderDays", (text) => readCount(text, "days", 1, 365));
    if (availability !== "forthcoming" || !publishedOn) return { publishedOn, availability, orderDays };
    const today = now.toISOString().slice(0, { day: 10, month: 7, year: 4 }[publishedOn.precision]);
    // A day that has passed shows that nobody looked at the record since.
    if (publishedOn.day >= today) return { publishedOn, availability, orderDays };
    this.#mend("availability", `It was announced for ${publishedOn.day}, which has passed: it counts as published`);
    return { publishedOn, availability: "in-stock", orderDays };
  }

  #readPrices(): Pick<BookRecord, "mrpPaise" | "pricePaise" | "costPaise"> {
    const prices = readPrices(this.#raw, this.#options);
    if ("fault" in prices) return this.#refuse(prices.field, prices.fault);
    for (const { field, reason, lost } of prices.mended) this.#mend(field, reason, lost);
    return prices.value;
  }

  #readLaterMrps(): BookRecord["laterMrps"] {
    return this.#raw.laterMrps?.flatMap(({ from, ...amount }) => {
      const mrpPaise = this.#drop("mrp", readAmount(amount, this.#options.exchangeRates));
      return mrpPaise === undefined ? [] : [{ beginsOn: from, mrpPaise }];
    });
  }

  #readAges(): Pick<BookRecord, "ageFrom" | "ageTo"> {
    const ageFrom = this.#take("ageFrom", readAge);
    const ageTo = this.#take("ageTo", readAge);
    if (ageFrom === undefined || ageTo === undefined || ageFrom <= ageTo) return { ageFrom, ageTo };
    const lost = `The ages ${ageFrom} to ${ageTo} go backwards`;
    this.#mend("ageFrom", `${lost}: they were left out`, lost);
    return {};
  }

  #readTranslations(): BookRecord["inOtherLanguages"] {
    const named = (this.#raw.inOtherLanguages ?? []).slice(0, maxTranslations).flatMap(({ reference, isOriginal }) => {
      const line = this.#drop("inOtherLanguages", readLine(reference, "work's reference", 200));
      return line ? [{ reference: line, isOriginal }] : [];
    });
    return named.length > 0 ? named : undefined;
  }

  #readRating(): Pick<BookRecord, "rating" | "ratingCount"> {
    const { rating: text, ratingCount: count } = this.#raw;
    if (!text?.trim() || !count?.trim()) {
      if (text?.trim()) this.#leaveOut("rating", "A rating needs the number of readers who gave it");
      return {};
    }
    const rating = /^\d(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : 0;
    const ratingCount = this.#take("ratingCount", (written) => readCount(written, "ratings", 0, 2_000_000_000));
    if (rating >= 1 && rating <= 5 && ratingCount) return { rating: Math.round(rating * 100) / 100, ratingCount };
    if (rating < 1 || rating > 5) this.#leaveOut("rating", `${quote(text)} is not a rating from 1 to 5`);
    return {};
  }

  /** A value that is left out when it is not right. */
  #drop<T>(field: keyof RawRecord, reading: Reading<T>): T | undefined {
    if ("fault" in reading) return void this.#leaveOut(field, reading.fault);
    if (reading.mended) this.#mend(field, reading.mended, reading.lost);
    return reading.value;
  }

  /** A value without which the record is refused when it is not right. */
  #must<T>(field: keyof RawRecord, reading: Reading<T> | "" | undefined): T | undefined {
    if (!reading) return undefined;
    if ("fault" in reading) return this.#refuse(field, reading.fault);
    if (reading.mended) this.#mend(field, reading.mended, reading.lost);
    return reading.value === "" ? undefined : reading.value;
  }

  #take<T>(field: TextField, read: (text: string) => Reading<T>): T | undefined {
    const text = this.#raw[field];
    const value = text === undefined || text.trim() === "" ? undefined : this.#drop(field, read(text));
    return value === "" ? undefined : value;
  }

  #known<T>(field: TextField, read: (text: string) => T | undefined): T | undefined {
    return this.#take(field, (text) => {
      const value = read(text);
      return value === undefined ? { fault: `${quote(text)} says nothing that the shop knows` } : { value };
    });
  }

  #line(field: TextField, what: string, maxLength: number): string | undefined {
    return this.#take(field, (text) => readLine(text, what, maxLength));
  }

  #mend(field: keyof RawRecord, reason: string, lost?: string) {
    this.#mended.push({ ...this.#lineOf("mended", field, reason), ...(lost && { lost: sentence(lost) }) });
  }

  #leaveOut(field: keyof RawRecord, fault: string) {
    leaveOut((...told) => this.#mend(field, ...told), fault);
  }

  #refuse(field: keyof RawRecord, reason: string): never {
    throw new Refusal(this.#lineOf("refused", field, reason));
  }

  #lineOf(kind: ReportLine["kind"], field: keyof RawRecord, reason: string): ReportLine {
    return { place: this.#raw.place, kind, record: this.#name, field, reason: sentence(reason) };
  }
}

/** Words with a full stop behind them, where they have no end of their own. */
function sentence(words: string): string {
  return words.replace(/[^.!?…]$/, "$&.");
}

type TextField = {
  [Field in keyof RawRecord]-?: Exclude<RawRecord[Field], undefined> extends string ? Field : never;
}[keyof RawRecord];

/** The same without the fields that are undefined. */
function present<T extends object>(record: T): T {
  const named = {} as T;
  for (const field in record) if (record[field] !== undefined) named[field] = record[field];
  return named;
}
