import { Link } from "react-router";

import { AuthorNames } from "#app/components/books/author-names.tsx";
import { Money } from "#app/components/books/money.tsx";
import { Rating } from "#app/components/books/rating.tsx";
import { MoreLink } from "#app/components/section-heading.tsx";
import { WishHeart } from "#app/components/books/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/**
 * Chart of the five best sellers on the home page, with large numbers, rating and price; the shelf above shows their
 * covers. Shows nothing for fewer than five books.
 */
export function BestSellerChart({ books, title, words }: { books: BookCard[]; title: string; words: string }) {
  if (!books[4]) return null;
  return (
    <section aria-labelledby="chart-title" className="far-below on-night mt-10 sm:mt-20 lg:mt-32">
      <div className="page grid gap-x-10 gap-y-5 py-8 sm:gap-y-8 sm:py-16 lg:grid-cols-12 lg:py-24">
        <div className="self-start lg:sticky lg:top-12 lg:col-span-4">
          <h2 id="chart-title" className="max-sm:text-h2 sm:text-h1">
            {title}
          </h2>
          <p className="mt-3 max-w-[20rem] text-quiet max-sm:hidden">{words}</p>
          <MoreLink label="All best sellers" to={href("/best-sellers")} className="max-sm:hidden sm:mt-4" />
        </div>
        <ol className="lg:col-span-8">
          {books.map((book, index) => (
            <li key={book.id} className="chart-line">
              <span
                aria-hidden="true"
                className="figures w-[1.15em] shrink-0 font-display text-numeral font-[380] text-marigold"
              >
                {index + 1}
              </span>
              <div className="min-w-0 flex-1">
                <h3 className="text-h3 max-sm:text-title" lang={book.language}>
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="card-link line-clamp-2">
                    {book.title}
                  </Link>
                </h3>
                <AuthorNames authors={book.authors} className="text-quiet max-sm:line-clamp-1 max-sm:text-small" />
                <div className="flex flex-wrap items-center gap-x-5">
                  <Rating book={book} />
                  <p className="figures font-semibold">
                    <Money paise={book.pricePaise} />
                  </p>
                </div>
              </div>
              <div className="-mr-2.5 max-sm:-ml-3">
                <WishHeart book={book} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
