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
    <section aria-labelledby="featured-title" className="page pt-8 sm:pt-16 lg:pt-28">
      <SectionHeading id="featured-title" title="Featured Books" words="On the table by the door this week." />
      <div className="sideways sm:grid sm:gap-x-10 sm:gap-y-12 lg:grid-cols-12 xl:gap-x-16">
        <Lead book={lead} />
        <ul className="max-sm:contents sm:grid sm:grid-cols-3 sm:gap-x-6 sm:gap-y-10 lg:col-span-7">
          {books.map((book) => (
            <li key={book.id} className="flex">
              <BookCard book={book} sizes="(min-width: 1024px) 196px, (min-width: 640px) 30vw, 40vw" />
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
    <article className="book-card gap-3.5 sm:gap-6 sm:flex-row lg:col-span-5 lg:flex-col lg:gap-8">
      <BookCover
        book={book}
        sizes="(min-width: 1240px) 400px, (min-width: 1024px) 34vw, (min-width: 640px) 40vw, 40vw"
        className={`shrink-0 sm:w-2/5 sm:self-start lg:w-[85%] ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-title sm:text-h2" lang={book.language}>
          <Link to={path} viewTransition className="card-link max-sm:line-clamp-2">
            {book.title}
          </Link>
        </h3>
        {book.subtitle && (
          <p className="mt-1 font-display text-lead text-balance italic max-sm:hidden" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className="text-quiet max-sm:line-clamp-1 max-sm:text-small sm:mt-1" />
        <p className="mt-4 line-clamp-4 max-sm:hidden" lang={book.language}>
          {book.description}
        </p>
        <div className="flex flex-wrap items-center gap-x-6 sm:gap-y-3 max-sm:mt-auto max-sm:gap-y-2 max-sm:pt-2 sm:mt-5">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex gap-1 max-sm:-mr-2.5 max-sm:w-full">
            <AddToCart book={book} variant="primary" className="max-sm:min-w-0 max-sm:flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
