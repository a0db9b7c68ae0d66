import { BookRow } from "#app/components/books/book-row.tsx";
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** More books as a shelf; one or two books as rows, because a shelf of five columns would look empty. */
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
