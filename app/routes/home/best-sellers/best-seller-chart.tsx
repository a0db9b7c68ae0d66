import { Link } from "react-router";

import { AuthorNames } from "#app/components/books/author-names.tsx";
import { Money } from "#app/components/books/money.tsx";
import { Rating } from "#app/components/books/rating.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/**
 * Strip of the five best sellers on the home page: large numbers with title, rating and price, in one row on a wide
 * screen. Shows nothing for fewer than five books.
 */
export function BestSellerChart({ books, title, words }: { books: BookCard[]; title: string; words: string }) {
  if (!books[4]) return null;
  return (
    <section aria-labelledby="chart-title" className="far-below on-night mt-8 sm:mt-16">
      <div className="page py-8 sm:py-10">
        <SectionHeading
          id="chart-title"
          title={title}
          words={words}
          more={{ label: "All best sellers", to: href("/best-sellers"), className: "max-sm:hidden" }}
        />
        <ol className="chart-strip">
          {books.map((book, index) => (
            <li key={book.id} className="chart-line">
              <span aria-hidden="true" className="figures font-display text-numeral font-[380] text-marigold">
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="text-title lg:min-h-[2.7em]" lang={book.language}>
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="card-link line-clamp-2">
                    {book.title}
                  </Link>
                </h3>
                <AuthorNames authors={book.authors} className="line-clamp-1 text-quiet max-lg:text-small" />
                <div className="flex flex-wrap items-center gap-x-4">
                  <p className="figures font-semibold">
                    <Money paise={book.pricePaise} />
                  </p>
                  <Rating book={book} />
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
