import { Link } from "react-router";

import { AuthorNames } from "#app/components/author-names.tsx";
import { BookCover } from "#app/components/book-cover.tsx";
import { Rating } from "#app/components/rating.tsx";
import { MoreLink } from "#app/components/section-heading.tsx";
import { WishHeart } from "#app/components/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/book.ts";
import { formatPaise } from "#shop/money/money.ts";

/** The chart: one to five, the numbers large enough to read across the shop. It needs five books to be one. */
export function BestSellerChart({ books }: { books: BookCard[] }) {
  if (!books[4]) return null;
  return (
    <section aria-labelledby="chart-title" className="far-below on-night mt-10 sm:mt-20 lg:mt-32">
      <div className="page grid gap-x-10 gap-y-5 py-8 sm:gap-y-8 sm:py-16 lg:grid-cols-12 lg:py-24">
        <div className="self-start lg:sticky lg:top-12 lg:col-span-4">
          <h2 id="chart-title" className="max-sm:text-h2 sm:text-h1">
            Best Sellers, one to five
          </h2>
          <p className="mt-3 max-w-[20rem] text-quiet max-sm:hidden">
            Counted by copies sold, then by what readers made of them.
          </p>
          <MoreLink label="The whole chart" to={href("/best-sellers")} className="sm:mt-4" />
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
              <BookCover book={book} sizes="72px" className="w-16 shrink-0 max-sm:hidden lg:w-18" />
              <div className="min-w-0 flex-1">
                <h3 className="text-h3 max-sm:text-title" lang={book.language}>
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="card-link line-clamp-2">
                    {book.title}
                  </Link>
                </h3>
                <AuthorNames authors={book.authors} className="text-quiet max-sm:line-clamp-1 max-sm:text-small" />
                <Rating rating={book.rating} ratingCount={book.ratingCount} />
              </div>
              <p className="figures self-center font-semibold max-sm:hidden">{formatPaise(book.pricePaise)}</p>
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
