import { Link, useViewTransitionState } from "react-router";

import { AddToCart } from "#app/components/add-to-cart.tsx";
import { AuthorNames } from "#app/components/author-names.tsx";
import { BookCard } from "#app/components/book-card.tsx";
import { BookCover } from "#app/components/book-cover.tsx";
import { Price } from "#app/components/price.tsx";
import { WishHeart } from "#app/components/wish-heart.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { BookCard as Book } from "#shop/catalogue/book.ts";

import type { FeaturedBook } from "./featured-book.ts";

/** One book in full voice, two to six beside it. */
export function FeaturedBooks({ lead, books }: { lead: FeaturedBook | null; books: Book[] }) {
  if (!lead || !books[1]) return null;
  return (
    <section aria-labelledby="featured-title" className="page pt-16 lg:pt-28">
      <SectionHeading id="featured-title" title="Featured Books" words="On the table by the door this week." />
      <div className="grid gap-x-10 gap-y-12 lg:grid-cols-12 xl:gap-x-16">
        <Lead book={lead} />
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:grid-cols-3 sm:gap-x-6 lg:col-span-7">
          {books.map((book) => (
            <li key={book.id} className="flex">
              <BookCard book={book} sizes="(min-width: 1024px) 196px, (min-width: 640px) 30vw, calc(50vw - 28px)" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Lead({ book }: { book: FeaturedBook }) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="book-card gap-6 sm:flex-row lg:col-span-5 lg:flex-col lg:gap-8">
      <BookCover
        book={book}
        sizes="(min-width: 1240px) 400px, (min-width: 1024px) 34vw, (min-width: 640px) 40vw, calc(70vw - 28px)"
        className={`w-[70%] shrink-0 self-start sm:w-2/5 lg:w-[85%] ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="min-w-0">
        <h3 className="text-h2" lang={book.language}>
          <Link to={path} viewTransition className="card-link">
            {book.title}
          </Link>
        </h3>
        {book.subtitle && (
          <p className="mt-1 font-display text-lead text-balance italic" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className="mt-1 text-quiet" />
        <p className="mt-4 line-clamp-4" lang={book.language}>
          {book.description}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex gap-1">
            <AddToCart book={book} variant="primary" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
