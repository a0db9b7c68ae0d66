import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { Thing } from "./thing.ts";

interface ListOfBooks {
  name: string;
  books: Pick<BookCard, "id" | "title">[];
  /** Number of books in the whole list, where known. */
  count?: number;
  /** Set if the order matters: in a chart or a series. */
  isRanked?: true;
}

/** Structured data of a list of books (schema.org ItemList). */
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
