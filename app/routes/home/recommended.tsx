import { Link, useViewTransitionState } from "react-router";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { AuthorNames } from "#app/components/books/author-names.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Price } from "#app/components/books/price.tsx";
import { WishHeart } from "#app/components/books/wish-heart.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** Card of a book with the first sentence of its description. */
export interface FeaturedBook extends BookCard {
  description: string;
}

/** Up to two recommended books with their descriptions. */
export function Recommended({ books }: { books: FeaturedBook[] }) {
  if (!books[0]) return null;
  return (
    <section aria-labelledby="recommended-title" className="far-below page home-far">
      <SectionHeading
        id="recommended-title"
        title="Recommended For You"
        words="The same for everybody: we do not watch what you read."
      />
      <ul className="sideways sideways-wide sm:grid sm:gap-x-16 sm:gap-y-10 lg:grid-cols-2">
        {books.map((book) => (
          <li key={book.id}>
            <Recommendation book={book} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recommendation({ book }: { book: FeaturedBook }) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="book-card h-full flex-row gap-5 sm:gap-8">
      <BookCover
        book={book}
        sizes="(min-width: 640px) 176px, 28vw"
        className={`w-[38%] max-w-44 shrink-0 self-start ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-h3" lang={book.language}>
          <Link to={path} viewTransition className="card-link">
            {book.title}
          </Link>
        </h3>
        {book.subtitle && (
          <p className="mt-1 font-display italic max-sm:hidden" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className="mt-1 text-quiet" />
        <p className="mt-3 line-clamp-6 max-sm:hidden" lang={book.language}>
          {book.description}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pt-4">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex min-w-0 gap-1">
            <AddToCart book={book} className="min-w-0" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
