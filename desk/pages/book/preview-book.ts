import { stockOf, type BookCard, type BookFormat, type BookPage } from "#shop/catalogue/book.ts";
import { peopleOf, categoriesOf, valueIn, type BookValues } from "#shop/books/book-values.ts";

/** What a preview needs to know of a book beside its form. */
export interface PreviewedBook {
  id: string;
  coverKey: string;
  /** Copies that can be sold. */
  available: number;
}

/** Rupees as somebody has typed them so far, in paise; 0 for what is no price yet. */
function paiseOf(text: string): number {
  const digits = text.replaceAll(/[₹,\s]/g, "");
  return /^\d{1,7}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : 0;
}

/** A form as the card that readers would see. */
export function cardOf(values: BookValues, { id, coverKey, available }: PreviewedBook): BookCard {
  const people = peopleOf(values);
  const authors = people.filter(({ role }) => role === "author");
  const named = authors.length > 0 ? authors : people.filter(({ role }) => role === "editor");
  const mrpPaise = paiseOf(valueIn(values, "mrp"));
  const [category] = categoriesOf(values);
  return {
    id,
    title: valueIn(values, "title") || "Without a title",
    subtitle: valueIn(values, "subtitle") || null,
    language: valueIn(values, "language") || "en",
    authors: named.map(({ name }, index) => ({ id: `person-${index + 1}`, name })),
    category: category === undefined ? null : { id: "category", name: category.split(" > ").at(-1)! },
    coverKey,
    format: (valueIn(values, "format") || "paperback") as BookFormat,
    pricePaise: paiseOf(valueIn(values, "price")) || mrpPaise,
    mrpPaise,
    rating: null,
    ratingCount: 0,
    isSampleRating: false,
    stock: stockOf(available),
    series: null,
  };
}

/** The same as far as the head of its page speaks of it. */
export function pageOf(values: BookValues, book: PreviewedBook): BookPage {
  const pages = Number(valueIn(values, "pages"));
  return {
    ...cardOf(values, book),
    description: valueIn(values, "description"),
    publisher: valueIn(values, "publisher"),
    pages: Number.isInteger(pages) && pages > 0 ? pages : null,
    published: null,
    editions: [],
    contributors: [],
    categories: [],
    isbn13: valueIn(values, "isbn") || null,
    editionStatement: valueIn(values, "edition") || null,
    countryOfOrigin: null,
    isListed: true,
    doors: [],
    previousInSeries: null,
    nextInSeries: null,
    moreByAuthor: [],
    related: [],
  };
}
