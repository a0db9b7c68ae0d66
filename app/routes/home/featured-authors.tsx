import { Link } from "react-router";

import { CitedText } from "#app/components/cited-text.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Portrait } from "#app/components/books/portrait.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { Author, BookCard } from "#shop/catalogue/books/book.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** One author with biography and books, and three more by name. */
export function FeaturedAuthors({ authors, books }: { authors: Author[]; books: BookCard[] }) {
  const [first, ...others] = authors;
  if (!first) return null;
  return (
    <section aria-labelledby="authors-title" className="far-below page home-far">
      <SectionHeading
        id="authors-title"
        title="Featured Authors"
        more={{ label: "All authors", to: href("/authors") }}
      />
      <div className="grid max-sm:gap-x-4 min-[22rem]:max-sm:grid-cols-2 sm:gap-x-16 sm:gap-y-12 lg:grid-cols-12">
        <article className="grid items-center max-sm:grid-cols-[3rem_1fr] max-sm:gap-x-3 max-sm:border-t max-sm:border-line max-sm:py-3 sm:grid-cols-[minmax(0,11rem)_1fr] sm:items-start sm:gap-x-8 lg:col-span-8">
          <Portrait author={first} sizes="(min-width: 640px) 176px, 48px" className="w-full" />
          <div>
            <h3 className="max-sm:text-title sm:text-h2">
              <Link to={href("/authors", { id: first.id })} className="quiet-link">
                {first.name}
              </Link>
            </h3>
            <p className="figures mt-1 text-small text-quiet sm:hidden">{formatCount(first.bookCount, "book")}</p>
            <p className="mt-3 max-w-measure max-sm:hidden">
              <CitedText text={first.bio} titles={books.map(({ title }) => title)} />
            </p>
            <ul aria-label={`Books by ${first.name}`} className="mt-5 flex items-end gap-6 max-sm:hidden">
              {books.map((book) => (
                <li key={book.id} className="w-1/3 max-w-28">
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="block">
                    <BookCover book={book} isAlone sizes="112px" />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </article>
        {others[0] && (
          <ul className="max-sm:contents lg:col-span-4">
            {others.map((author) => (
              <li key={author.id} className="border-t border-line sm:last:border-b">
                <Link
                  to={href("/authors", { id: author.id })}
                  className="group flex h-full items-center gap-3 py-3 sm:gap-5 sm:py-3.5"
                >
                  <Portrait author={author} sizes="(min-width: 640px) 80px, 48px" className="w-12 shrink-0 sm:w-20" />
                  <span className="min-w-0">
                    <span className="block font-display max-sm:text-title sm:text-h3 group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                      {author.name}
                    </span>
                    <span className="figures mt-1 block text-small text-quiet">
                      {formatCount(author.bookCount, "book")}
                      <span className="max-sm:hidden"> on our shelves</span>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
