import { Link, useViewTransitionState } from "react-router";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { AuthorNames } from "#app/components/books/author-names.tsx";
import { BookCard } from "#app/components/books/book-card.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Price } from "#app/components/books/price.tsx";
import { WishHeart } from "#app/components/books/wish-heart.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import type { TableBook } from "#shop/catalogue/content/weekly-table.ts";

interface FeaturedBooksProps {
  title: string;
  /** Introduction to the table; hidden on a phone, because the page of the table contains it too. */
  words: string;
  books: TableBook[];
}

/** This week's table: one large book, and two to six more next to it, with the curator's sentences. */
export function FeaturedBooks({ title, words, books: [lead, ...books] }: FeaturedBooksProps) {
  if (!lead || !books[1]) return null;
  return (
    <section aria-labelledby="featured-title" className="page home-far">
      <SectionHeading
        id="featured-title"
        title="Featured Books"
        words={
          <>
            {title} <span className="max-sm:hidden">{words}</span>
          </>
        }
        more={{ label: "See the table", to: href("/this-week") }}
      />
      <div className="sideways sm:grid sm:gap-x-10 sm:gap-y-10 lg:grid-cols-12 xl:gap-x-16">
        <Lead {...lead} />
        <ul className="around-lead max-sm:contents lg:col-span-8">
          {books.map(({ book, ...words }) => (
            <li key={book.id} className="flex">
              <BookCard book={book} sizes="(min-width: 640px) 128px, 40vw">
                <Sentence {...words} className="mt-1.5 max-sm:text-small" />
              </BookCard>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Sentence({ sentence, signature, className }: Omit<TableBook, "book"> & { className: string }) {
  return (
    sentence && (
      <p className={className}>
        <span lang={detectLanguage(sentence)}>{sentence}</span> <span className="text-quiet italic">{signature}</span>
      </p>
    )
  );
}

function Lead({ book, ...words }: TableBook) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="book-card gap-3.5 sm:gap-6 sm:flex-row lg:col-span-4 lg:flex-col lg:gap-5">
      <BookCover
        book={book}
        sizes="(min-width: 720px) 288px, 40vw"
        className={`shrink-0 sm:w-2/5 sm:max-w-72 sm:self-start lg:w-full ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col sm:max-lg:justify-center">
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
        <Sentence {...words} className="max-sm:mt-1.5 max-sm:text-small sm:mt-4 sm:text-lead" />
        <div className="flex flex-wrap items-center gap-x-6 sm:gap-y-3 max-sm:mt-auto max-sm:gap-y-2 max-sm:pt-2 sm:mt-5">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex gap-0.5 max-sm:-mr-2.5 max-sm:w-[calc(100%+0.625rem)]">
            <AddToCart book={book} className="max-sm:min-w-0 max-sm:flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
