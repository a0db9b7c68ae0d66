import type { BookCard, BookPage } from "#shop/catalogue/books/book.ts";

/** Card of a book with its description. */
export interface FeaturedBook extends BookCard {
  description: string;
}

/** Drops the fields that only the book's own page needs, to keep the home page small. */
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
