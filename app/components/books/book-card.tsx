import type { ReactNode } from "react";
import { Link, useViewTransitionState } from "react-router";

import { href } from "#routing/href.ts";
import type { BookCard as Book } from "#shop/catalogue/books/book.ts";

import { AddToCart } from "./add-to-cart.tsx";
import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";
import { CategoryName } from "./category-name.tsx";
import { Price } from "./price.tsx";
import { Rating } from "./rating.tsx";
import { WishHeart } from "./wish-heart.tsx";

interface BookCardProps {
  book: Book;
  sizes: string;
  /** Level of the title's heading. */
  heading?: "h2" | "h3";
  isRated?: boolean;
  isCategoryShown?: boolean;
  /** Whether the cover has no view transition: on the page of a book, another cover has the transition already. */
  isStill?: boolean;
  loads?: "first" | "soon" | "late";
  /** Shown below the authors. */
  children?: ReactNode;
}

/**
 * Card of a book: cover, title, authors, price, one action, and a heart for the wishlist. The whole card links to the
 * book.
 */
export function BookCard({
  book,
  sizes,
  heading: Heading = "h3",
  isRated = false,
  isCategoryShown = false,
  isStill = false,
  loads,
  children,
}: BookCardProps) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path) && !isStill;
  return (
    <article className="book-card">
      <BookCover book={book} sizes={sizes} loads={loads} className={isTravelling ? "travelling-cover" : ""} />
      <div className="mt-3.5 flex flex-1 flex-col">
        <Heading className="text-title" lang={book.language}>
          <Link to={path} prefetch="intent" viewTransition={!isStill} className="card-link line-clamp-2">
            {book.title}
          </Link>
        </Heading>
        <AuthorNames authors={book.authors} className="card-by line-clamp-1" />
        {isCategoryShown && <CategoryName category={book.category} className="text-small text-quiet" />}
        {isRated && <Rating book={book} />}
        {children}
        <div className="mt-auto pt-2">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="mt-2 -mr-2.5 flex gap-0.5">
            <AddToCart book={book} className="card-button min-w-0 flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
