import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { Thing } from "./thing.ts";

interface ListOfBooks {
  name: string;
  books: Pick<BookCard, "id" | "title">[];
  /** How many books the whole list has, where that is known. */
  count?: number;
  /** The first book is the first for a reason: a chart, a series. */
  isRanked?: true;
}

/** The books that a page lists, in its order. */
export function describeBooks(publicUrl: string, { name, books, count, isRanked }: ListOfBooks): Thing {
  return {
    "@type": "ItemList",
    name,
    numberOfItems: count ?? books.length,
    itemListOrder: `https://schema.org/ItemListOrder${isRanked ? "Ascending" : "Unordered"}`,
    itemListElement: books.map(({ id, title }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: title,
      url: publicUrl + href("/books/:bookId", { bookId: id }),
    })),
  };
}
