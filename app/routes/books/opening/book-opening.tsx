/** The top of a book's page: cover, title, contributors, price, buttons, description and first lines. */
import { Fragment } from "react";
import { Link } from "react-router";

import { CitedText } from "#app/components/cited-text.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { RatingStars } from "#app/components/books/stars.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, BookPage, FirstLines } from "#shop/catalogue/books/book.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";

import { BookFacts } from "#app/routes/books/book-facts.tsx";
import { BuyBox } from "#app/routes/books/buy-box.tsx";
import { CoverBoard } from "./cover-board.tsx";
import type { Promises } from "#app/routes/books/delivery-time.tsx";
import { SeriesNeighbours } from "#app/routes/books/series-neighbours.tsx";

const credits: Record<ContributorRole, string> = {
  author: "by",
  editor: "edited by",
  translator: "translated by",
  illustrator: "illustrated by",
};

const further = "link mt-1 inline-flex min-h-11 items-center font-semibold print:hidden";

interface BookOpeningProps {
  book: BookPage;
  /** Whole sentences about the first author; may be empty. */
  aboutAuthor: string;
  beginning: FirstLines | null;
  /** The ISBN with hyphens; null if there is none. */
  isbn: string | null;
  promises: Promises;
  /** Books to suggest while this one is sold out. */
  meanwhile: BookCard[];
}

export function BookOpening({ book, aboutAuthor, beginning, isbn, promises, meanwhile }: BookOpeningProps) {
  const author = book.authors[0];
  return (
    <article className="page grid gap-x-10 lg:grid-cols-12 xl:gap-x-16 print:grid-cols-[15rem_1fr]">
      <div className="max-lg:-mx-(--gutter) lg:col-span-5 print:col-auto print:mx-0">
        <div className="grid place-items-center bg-sunk px-6 pt-5 pb-3 sm:pt-8 sm:pb-4 lg:sticky lg:top-6 lg:min-h-[min(42rem,90vh)] lg:pt-14 lg:pb-8 print:static print:min-h-0 print:p-0">
          <CoverBoard book={book} />
        </div>
      </div>
      <div className="pt-5 lg:col-span-7 lg:pt-4 print:col-auto print:pt-0">
        {book.series && (
          <p className="font-display text-lead italic">
            <Link to={href("/series/:seriesId", { seriesId: book.series.id })} className="quiet-link inline-block py-1">
              {book.series.name}
              {book.series.position !== null && <span>{`, book ${book.series.position}`}</span>}
            </Link>
          </p>
        )}
        <h1 className="text-h1" lang={book.language}>
          {book.title}
        </h1>
        {book.subtitle && (
          <p className="mt-2 font-display text-lead text-balance italic" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <Credits contributors={book.contributors} />
        <div className="mt-3">
          <RatingStars book={book} />
        </div>
        <BuyBox book={book} promises={promises} meanwhile={meanwhile} />
        {book.description && (
          <section aria-labelledby="about-title" className="mt-8 sm:mt-12 print:mt-5">
            <h2 id="about-title" className="text-h3">
              About this book
            </h2>
            <p className="reading mt-3" lang={book.language}>
              {book.description}
            </p>
          </section>
        )}
        {beginning && <Beginning bookId={book.id} lines={beginning} />}
        {author && aboutAuthor && (
          <section aria-labelledby="author-title" className="mt-10 max-w-measure print:mt-5">
            <h2 id="author-title" className="text-h3">
              About <span lang={detectLanguage(author.name)}>{author.name}</span>
            </h2>
            <p className="mt-3" lang={detectLanguage(aboutAuthor)}>
              <CitedText text={aboutAuthor} titles={[book.title, ...book.moreByAuthor.map(({ title }) => title)]} />
            </p>
            <Link to={href("/authors/:authorId", { authorId: author.id })} className={further}>
              The author’s page
            </Link>
          </section>
        )}
        <SeriesNeighbours book={book} />
        <BookFacts book={book} isbn={isbn} />
      </div>
    </article>
  );
}

/** The first lines of the opening page, and a link to it. */
function Beginning({ bookId, lines: { kind, language, text } }: { bookId: string; lines: FirstLines }) {
  return (
    <section aria-labelledby="beginning-title" className="mt-10 max-w-measure print:mt-5">
      <h2 id="beginning-title" className="text-h3">
        {kind === "extract" ? "How it begins" : "A word from the bookseller"}
      </h2>
      <p className="reading mt-3 whitespace-pre-line italic lang-[hi]:not-italic" lang={language}>
        {text}
      </p>
      <Link
        to={href("/books/:bookId/look-inside", { bookId })}
        state={{ isOpened: true }}
        prefetch="intent"
        viewTransition
        className={further}
      >
        Keep reading
      </Link>
    </section>
  );
}

/** The contributors, one line for each role. */
export function Credits({ contributors }: Pick<BookPage, "contributors">) {
  const roles = [...new Set(contributors.map((person) => person.role))];
  return (
    <div className="mt-3 text-lead">
      {roles.map((role) => (
        <p key={role} className={`wrap-anywhere ${role === "author" ? "" : "text-body text-quiet"}`}>
          {credits[role]}{" "}
          {contributors
            .filter((person) => person.role === role)
            .map((person, index) => (
              <Fragment key={person.id}>
                {index > 0 && <span>{", "}</span>}
                <Link
                  to={href("/authors/:authorId", { authorId: person.id })}
                  lang={detectLanguage(person.name)}
                  className="py-1 underline decoration-line decoration-2 underline-offset-4 hover:decoration-current"
                >
                  {person.name}
                </Link>
              </Fragment>
            ))}
        </p>
      ))}
    </div>
  );
}
