import { Link } from "react-router";

import { AuthorNames } from "#app/components/author-names.tsx";
import { BookCover } from "#app/components/book-cover.tsx";
import { Price } from "#app/components/price.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/book.ts";

/** Where a book is sold out: some like it that are here, each with its price. */
export function Meanwhile({ books }: { books: BookCard[] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="meanwhile-title" className="mt-8 border-t border-line pt-6 text-left">
      <h2 id="meanwhile-title" className="text-h3">
        While you wait
      </h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-5">
        {books.map((book) => (
          <li key={book.id}>
            <article className="book-card flex-row gap-4">
              <BookCover book={book} sizes="64px" className="w-16 shrink-0 self-start" />
              <div className="min-w-0">
                <h3 className="text-title" lang={book.language}>
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="card-link line-clamp-2">
                    {book.title}
                  </Link>
                </h3>
                <AuthorNames authors={book.authors} className="text-small text-quiet" />
                <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
