import type { BookCard, BookPage } from "#shop/catalogue/books/book.ts";

/** A book as a feature shows it: the card and what it is about. */
export interface FeaturedBook extends BookCard {
  description: string;
}

/** Leaves out what only the book's own page needs, so that the page stays light. */
export function toFeaturedBook(book: BookPage): FeaturedBook {
  const {
    id,
    title,
    subtitle,
    language,
    authors,
    category,
    coverKey,
    format,
    pricePaise,
    mrpPaise,
    rating,
    ratingCount,
    isSampleRating,
    stock,
    series,
    description,
  } = book;
  return {
    id,
    title,
    subtitle,
    language,
    authors,
    category,
    coverKey,
    format,
    pricePaise,
    mrpPaise,
    rating,
    ratingCount,
    isSampleRating,
    stock,
    series,
    description,
  };
}
