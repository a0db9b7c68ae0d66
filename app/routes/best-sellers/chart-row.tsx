import { Link, useViewTransitionState } from "react-router";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { AuthorNames } from "#app/components/books/author-names.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { CategoryName } from "#app/components/books/category-name.tsx";
import { Price } from "#app/components/books/price.tsx";
import { Rating } from "#app/components/books/rating.tsx";
import { WishHeart } from "#app/components/books/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { Badge } from "#ui/badge.tsx";

interface ChartRowProps {
  book: BookCard;
  rank: number;
  badge: string;
  /** Whether the badge is visible; otherwise only screen readers read it, because the page says the same at the top. */
  isBadgeShown: boolean;
}

/** Line of the chart: rank, small cover, title and authors, price and button. */
export function ChartRow({ book, rank, badge, isBadgeShown }: ChartRowProps) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="chart-row">
      <span className="chart-rank figures">{rank}</span>
      <BookCover book={book} sizes="80px" className={isTravelling ? "travelling-cover" : ""} />
      <div className="min-w-0">
        <h2 className="text-title" lang={book.language}>
          <Link to={path} prefetch="intent" viewTransition className="card-link line-clamp-2">
            {book.title}
          </Link>
        </h2>
        <AuthorNames authors={book.authors} className="card-by line-clamp-1" />
        <div className="flex flex-wrap items-center gap-x-3">
          <div className="flex max-w-full min-w-0 items-center gap-x-3">
            <Rating book={book} />
            <CategoryName
              category={book.category}
              className="min-w-0 text-small text-quiet [&>a]:block [&>a]:truncate"
            />
          </div>
          {isBadgeShown ? <Badge variant="offer">{badge}</Badge> : <span className="sr-only">{badge}</span>}
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="-mr-2.5 flex gap-0.5">
            <AddToCart book={book} />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
