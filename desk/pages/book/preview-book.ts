import { stockOf, type BookCard, type BookPage, type CategoryLink } from "#shop/catalogue/books/book.ts";
import { bookFormats, contributorRoles, type PublicationDay } from "#shop/catalogue/fields/record-values.ts";
import { listPeople, categoriesOf, valueIn, type BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";

/** The data that a preview needs in addition to the form's values. */
export interface PreviewedBook {
  id: string;
  coverKey: string;
  /** Copies for sale. */
  available: number;
}

/** Converts typed rupees to paise; 0 if the typed text is not a price yet. */
function paiseOf(text: string): number {
  return readRupees(text.replaceAll(/[₹,\s]/g, "")) ?? 0;
}

/** The data for the preview of a new book; the number of copies comes from the form. */
export function newBookOf(values: BookValues): PreviewedBook {
  return { id: "new", coverKey: "new", available: Math.trunc(Number(valueIn(values, "copies"))) || 0 };
}

/** The book card that readers would see with the form's values. */
export function cardOf(values: BookValues, { id, coverKey, available }: PreviewedBook): BookCard {
  const contributors = contributorsOf(values);
  const authors = contributors.filter(({ role }) => role === "author");
  const named = authors.length > 0 ? authors : contributors.filter(({ role }) => role === "editor");
  const mrpPaise = paiseOf(valueIn(values, "mrp"));
  const language = valueIn(values, "language");
  return {
    id,
    title: valueIn(values, "title") || "Without a title",
    subtitle: valueIn(values, "subtitle") || null,
    language: /^[a-z]{2,3}$/.test(language) ? language : "en",
    authors: named,
    category: categoryLinksOf(values)[0] ?? null,
    coverKey,
    format: bookFormats.find((format) => format === valueIn(values, "format")) ?? "",
    pricePaise: paiseOf(valueIn(values, "price")) || mrpPaise,
    mrpPaise,
    rating: null,
    ratingCount: 0,
    isSampleRating: false,
    stock: stockOf(available),
    series: null,
  };
}

/** The book page that readers would see with the form's values; data that is not in the form is missing. */
export function pageOf(values: BookValues, book: PreviewedBook): BookPage {
  const pages = Number(valueIn(values, "pages"));
  const series = valueIn(values, "series");
  return {
    ...cardOf(values, book),
    series:
      series === "" ? null : { id: "series", name: series, position: Number(valueIn(values, "seriesNumber")) || null },
    opensWith: null,
    description: valueIn(values, "description"),
    publisher: valueIn(values, "publisher"),
    pages: Number.isInteger(pages) && pages > 0 ? pages : null,
    published: publishedOf(values),
    editions: [],
    contributors: contributorsOf(values),
    categories: categoryLinksOf(values),
    isbn13: valueIn(values, "isbn") || null,
    editionStatement: valueIn(values, "editionStatement") || null,
    details: [],
    isListed: true,
    doors: [],
    previousInSeries: null,
    nextInSeries: null,
    moreByAuthor: [],
    related: [],
  };
}

/** The contributors in the order of a book's page: authors first. */
function contributorsOf(values: BookValues): BookPage["contributors"] {
  const people = listPeople(values).map(({ name, role }, index) => ({
    id: `person-${index + 1}`,
    name,
    role: contributorRoles.find((known) => known === role) ?? "author",
  }));
  return contributorRoles.flatMap((role) => people.filter((person) => person.role === role));
}

/** Links to the categories. Their text is the last name of the path, as on the shop's pages. */
function categoryLinksOf(values: BookValues): CategoryLink[] {
  return categoriesOf(values).map((path, index) => ({
    id: `category-${index + 1}`,
    name: path.split(" > ").at(-1) ?? path,
  }));
}

/** The publication date; null if the typed text is not a complete year, month or day. */
function publishedOf(values: BookValues): PublicationDay | null {
  const [known, , month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(valueIn(values, "publishedOn")) ?? [];
  if (known === undefined) return null;
  const whole = `${known}${"-01-01".slice(known.length - 4)}`;
  if (Number.isNaN(Date.parse(whole))) return null;
  return { day: whole, precision: day ? "day" : month ? "month" : "year" };
}
