import { Link } from "react-router";

import { BookCover } from "#app/components/book-cover.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { Author, BookCard } from "#shop/catalogue/book.ts";
import { counted } from "#shop/text/counted.ts";

/** One author at length with their books, three more by name. */
export function FeaturedAuthors({ authors, books }: { authors: Author[]; books: BookCard[] }) {
  const [first, ...others] = authors;
  if (!first) return null;
  return (
    <section aria-labelledby="authors-title" className="page pt-16 lg:pt-32">
      <SectionHeading
        id="authors-title"
        title="Featured Authors"
        more={{ label: "All authors", to: href("/authors") }}
      />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-12">
        <article className="grid gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,13rem)_1fr] lg:col-span-8">
          <Portrait author={first} sizes="(min-width: 640px) 208px, 60vw" className="w-3/5 sm:w-full" />
          <div>
            <h3 className="text-h1">
              <Link to={href("/authors", { id: first.id })} className="quiet-link">
                {first.name}
              </Link>
            </h3>
            <p className="mt-4 max-w-measure text-lead">{first.bio}</p>
            <ul aria-label={`Books by ${first.name}`} className="mt-7 flex items-end gap-4 sm:gap-6">
              {books.map((book) => (
                <li key={book.id} className="w-1/3 max-w-30">
                  <Link to={href("/books/:bookId", { bookId: book.id })} className="block">
                    <BookCover book={book} isAlone sizes="120px" />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </article>
        {others[0] && (
          <ul className="lg:col-span-4">
            {others.map((author) => (
              <li key={author.id} className="border-t border-line last:border-b">
                <Link to={href("/authors", { id: author.id })} className="group flex items-center gap-5 py-5">
                  <Portrait author={author} sizes="88px" className="w-22 shrink-0" />
                  <span>
                    <span className="block font-display text-h3 group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                      {author.name}
                    </span>
                    <span className="figures mt-1 block text-small text-quiet">
                      {counted(author.bookCount, "book")} on our shelves
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
