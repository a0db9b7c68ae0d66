import { Link, useViewTransitionState } from "react-router";

import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { Badge } from "#ui/badge.tsx";

import { AddToCart } from "./add-to-cart.tsx";
import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";
import { CategoryName } from "./category-name.tsx";
import { Money } from "./money.tsx";
import { Price, Saving } from "./price.tsx";
import { RatingStars } from "./stars.tsx";
import { WishHeart } from "./wish-heart.tsx";

interface BestSellerPodiumProps {
  book: BookCard;
  rank: number;
  /** Short label about the book's place in the chart. */
  badge: string;
  isFirst: boolean;
  /** One sentence about the book. */
  about?: string;
  /** Price with the announced promotion code; null when it is unknown. */
  withCode?: { code: string; pricePaise: number } | null;
}

/** Card of a book among the first four of the chart, with its rank in large figures. */
export function BestSellerPodium({ book, rank, badge, isFirst, about, withCode }: BestSellerPodiumProps) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className={`podium ${isFirst ? "podium-first" : ""}`}>
      <span className="podium-numeral figures">{rank}</span>
      <BookCover
        book={book}
        loads="soon"
        sizes={
          isFirst ? "(min-width: 1280px) 216px, (min-width: 640px) 17vw, 160px" : "(min-width: 1024px) 152px, 160px"
        }
        className={`podium-cover ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="podium-text flex flex-col items-start">
        <Badge variant="offer">{badge}</Badge>
        <h2 className={`mt-1 sm:mt-2 ${isFirst ? "max-sm:text-h3 sm:text-h1" : "text-h3"}`} lang={book.language}>
          <Link to={path} viewTransition className="card-link">
            {book.title}
          </Link>
        </h2>
        {isFirst && book.subtitle && (
          <p className="font-display text-lead italic max-sm:hidden" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className={isFirst ? "sm:mt-1 sm:text-lead" : ""} />
        <CategoryName category={book.category} className="text-quiet" />
        {about && (
          <p className="mt-3 max-w-measure max-sm:hidden" lang={book.language}>
            {about}
          </p>
        )}
        <div className="mt-2">
          <RatingStars book={book} />
        </div>
        <div
          className={`flex gap-x-8 gap-y-2 pt-2 sm:gap-y-3 sm:pt-4 ${isFirst ? "flex-wrap items-center" : "mt-auto flex-col"}`}
        >
          <div>
            <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
            <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
            {withCode && (
              <p className="figures max-sm:text-small">
                <Money paise={withCode.pricePaise} /> with{" "}
                <strong translate="no" className="font-semibold">
                  {withCode.code}
                </strong>
              </p>
            )}
          </div>
          <div className="-mr-2.5 flex gap-1 max-[359px]:gap-0">
            <AddToCart book={book} />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
