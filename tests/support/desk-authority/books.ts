/** Forms and permissions of the desk's pages of books, for the tests of authority. */
import { randomUUID } from "node:crypto";

import { authorValues } from "#desk/pages/authors/author-form.ts";
import { readSeriesForm } from "#desk/pages/series/read-series.server.ts";
import { categoryValues } from "#desk/pages/categories/category-form.ts";
import { anyBook } from "#shop/catalogue/editing/book-query.ts";
import { previewBulk } from "#shop/catalogue/editing/bulk/bulk.server.ts";
import { findBulkBooks } from "#shop/catalogue/editing/bulk/find-bulk-books.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { findAuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { findCategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { storeFile } from "#shop/catalogue/pictures/save-cover.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import type { AuthorityCase } from "./authority-case.ts";

const sellers = ["owner", "bookseller"] as const satisfies Role[];
const ofBooks = { may: sellers, done: 303, old: 303, never: 303, signedOut: 303 } as const;

async function edited(desk: TestDesk): Promise<Record<string, string>> {
  const { values, version } = (await findDeskBook(desk.db, "kari"))!;
  return { ...values, book: "kari", version, editionStatement: randomUUID() };
}

async function bulk(desk: TestDesk): Promise<Record<string, string>> {
  const { ids } = await findBulkBooks(desk.db, { ...anyBook, text: "kari" });
  const { version } = await previewBulk(desk.db, ids, { kind: "price-by-sum", paise: -100 });
  return { text: "kari", all: "on", kind: "price-by-sum", amount: "-1", version };
}

async function storePicture({ services }: TestDesk): Promise<string> {
  return (await storeFile(services, await jpegOf(240, 360), "cover.jpg")).id;
}

let openings = 0;

/** The form of an opening page in a language without one. */
function openingForm(language: string): Record<string, string> {
  const words = { kind: "note", text: "Read it.", source: "", writtenBy: "" };
  return { book: "kari", was: "{}", opened: language, language, ...words };
}

/** Forms of an author, a series and a category, with changed texts. */
async function author({ db }: TestDesk): Promise<Record<string, string>> {
  const values = authorValues((await findAuthorRecord(db, "premchand"))!);
  return { ...values, author: "premchand", was: JSON.stringify(values), bio: randomUUID() };
}

async function series({ db }: TestDesk): Promise<Record<string, string>> {
  const { values } = (await readSeriesForm(db, "feluda"))!;
  return { ...values, series: "feluda", was: JSON.stringify(values), description: randomUUID() };
}

async function category({ db }: TestDesk): Promise<Record<string, string>> {
  const values = categoryValues((await findCategoryRecord(db, "fiction"))!);
  return { ...values, category: "fiction", was: JSON.stringify(values), description: randomUUID() };
}

/** Every action of the pages of books. */
export const bookCases: Record<string, AuthorityCase> = {
  "books.add": { ...ofBooks, form: () => ({ title: "A book of a role", mrp: "200", copies: "1", key: randomUUID() }) },
  "books.select": { ...ofBooks, form: () => ({ isbns: "9780140449136" }) },
  "books.change-many": { ...ofBooks, form: (_, desk) => bulk(desk) },
  "books.save": { ...ofBooks, form: (_, desk) => edited(desk) },
  "books.preview": { ...ofBooks, form: () => ({ book: "kari", title: "Kari" }), done: 200, old: 200 },
  "books.list": { ...ofBooks, form: () => ({ book: "kari" }) },
  "books.unlist": { ...ofBooks, form: () => ({ book: "tamas" }) },
  // The upload is deleted before the action runs, so the form has the id of the stored picture.
  "books.cover": { ...ofBooks, form: async (_, desk) => ({ book: "kari", picture: await storePicture(desk) }) },
  "books.cover-remove": { ...ofBooks, form: () => ({ book: "kari" }) },
  "books.design": { ...ofBooks, form: () => ({ book: "kari", layout: "stack", inks: "rani" }) },
  "catalogue.set-opening": { ...ofBooks, form: () => openingForm(`q${"abcdefghijklmnopqrstuvwxyz"[(openings += 1)]}`) },
  "catalogue.preview-opening": { ...ofBooks, form: () => openingForm("en"), done: 200, old: 200 },
  "catalogue.remove-opening": { ...ofBooks, form: () => ({ book: "kari", language: "fr" }) },
  "catalogue.join-works": { ...ofBooks, form: () => ({ book: "kari", other: "no-book" }), done: 409, old: 409 },
  "catalogue.part-work": { ...ofBooks, form: () => ({ book: "no-book" }), done: 409, old: 409 },
  "catalogue.join-editions": { ...ofBooks, form: () => ({ book: "kari", other: "no-book" }), done: 409, old: 409 },
  "catalogue.set-original": { ...ofBooks, form: () => ({ book: "nirmala" }) },
  "catalogue.save-author": { ...ofBooks, form: (_, desk) => author(desk) },
  "catalogue.join-authors": { ...ofBooks, form: () => ({ author: "premchand", other: "nobody" }), done: 409, old: 409 },
  "catalogue.part-author": {
    ...ofBooks,
    form: () => ({ author: "premchand", work: "no-book", partName: "P. C." }),
    done: 409,
    old: 409,
  },
  "catalogue.add-series": { ...ofBooks, form: () => ({ name: `Series ${randomUUID()}` }) },
  "catalogue.save-series": { ...ofBooks, form: (_, desk) => series(desk) },
  "catalogue.join-series": { ...ofBooks, form: () => ({ series: "feluda", other: "none" }), done: 409, old: 409 },
  "catalogue.remove-series": { ...ofBooks, form: () => ({ series: "no-such-series" }) },
  "catalogue.add-category": { ...ofBooks, form: () => ({ name: `Category ${randomUUID()}`, address: "", parent: "" }) },
  "catalogue.save-category": { ...ofBooks, form: (_, desk) => category(desk) },
  "catalogue.join-categories": {
    ...ofBooks,
    form: () => ({ category: "fiction", other: "none" }),
    done: 409,
    old: 409,
  },
  "catalogue.remove-category": { ...ofBooks, form: () => ({ category: "no-such-category" }) },
  "books.delete": { ...ofBooks, form: async (_, desk) => ({ book: await addDeskBook(desk) }) },
};

/** The roles that may open each page of books. */
export const bookPages: Record<string, readonly Role[]> = {
  "/books": sellers,
  "/find/books": sellers,
  "/books/new": sellers,
  "/books/change": sellers,
  "/books/:book": sellers,
  "/books/:book/cover": sellers,
  "/books/:book/opening": sellers,
  "/books/:book/work": sellers,
  "/authors": sellers,
  "/authors/:author": sellers,
  "/series": sellers,
  "/series/:series": sellers,
  "/categories": sellers,
  "/categories/:category": sellers,
};

/** An author, a series and a category of the demonstration. */
export const knownNames = { author: "premchand", series: "feluda", category: "fiction" };
