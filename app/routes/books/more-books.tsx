import { BookRow } from "#app/components/books/book-row.tsx";
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** A shelf, or one or two books lying flat: on a shelf for five they would look forgotten. */
export function MoreBooks({ books }: { books: BookCard[] }) {
  if (books.length > 2) return <BookShelf books={books} columns={5} isStill />;
  return (
    <ul className={`grid gap-x-10 gap-y-8 ${books.length === 2 ? "md:grid-cols-2" : ""}`}>
      {books.map((book) => (
        <li key={book.id} className="flex border-t border-line pt-6">
          <BookRow book={book} isStill />
        </li>
      ))}
    </ul>
  );
}
