import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { href } from "#routing/href.ts";
import type { ListedOrder } from "#shop/sales/orders/order-list.ts";

/** The newest books that the reader has bought, as a row of covers. */
export function YourBooks({ books }: { books: ListedOrder["books"] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="books-heading" className="mt-8 max-w-measure xl:max-w-none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="books-heading" className="text-h3">
          Your books
        </h2>
        <Link to={href("/orders")} className="link inline-flex min-h-11 items-center">
          All your orders
        </Link>
      </div>
      <ul className="mt-2 grid grid-cols-5 gap-3 sm:grid-cols-6 sm:gap-4 xl:grid-cols-8">
        {books.map((book) => (
          <li key={book.bookId} className="max-sm:nth-[n+6]:hidden max-xl:nth-[n+7]:hidden">
            <Link to={href("/books/:bookId", { bookId: book.bookId })} className="block">
              <BookCover book={{ ...book, authors: [] }} sizes="(min-width: 640px) 97px, 56px" isAlone />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
