import { Fragment } from "react";
import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { RatingStars } from "#app/components/rating.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, BookPage, ContributorRole } from "#shop/catalogue/book.ts";

import { BookFacts } from "./book-facts.tsx";
import { BuyBox } from "./buy-box.tsx";
import { CoverBoard } from "./cover-board.tsx";
import type { Promises } from "./delivery-time.tsx";
import { SeriesNeighbours } from "./series-neighbours.tsx";

const credits: Record<ContributorRole, string> = {
  author: "by",
  editor: "edited by",
  translator: "translated by",
  illustrator: "illustrated by",
};

interface BookOpeningProps {
  book: BookPage;
  /** With its hyphens. */
  isbn: string | null;
  promises: Promises;
  /** In its stead while it is sold out. */
  meanwhile: BookCard[];
}

/** The cover, which opens, and beside it the title page, the price and what the book is about. */
export function BookOpening({ book, isbn, promises, meanwhile }: BookOpeningProps) {
  return (
    <article className="page grid gap-x-10 lg:grid-cols-12 xl:gap-x-16">
      <div className="max-lg:-mx-(--gutter) lg:col-span-5">
        <div className="grid place-items-center bg-sunk px-6 pt-7 pb-3 sm:pt-12 sm:pb-6 lg:sticky lg:top-6 lg:min-h-[min(42rem,90vh)] lg:pt-14 lg:pb-8">
          <CoverBoard book={book} />
        </div>
      </div>
      <div className="pt-7 lg:col-span-7 lg:pt-4">
        {book.series && (
          <p className="font-display text-lead italic">
            <Link to={href("/series/:seriesId", { seriesId: book.series.id })} className="quiet-link inline-block py-1">
              {book.series.name}
              {book.series.position !== null && `, book ${book.series.position}`}
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
          <section aria-labelledby="about-title" className="mt-12">
            <h2 id="about-title" className="text-h3">
              About this book
            </h2>
            <p className="reading mt-3" lang={book.language}>
              {book.description}
            </p>
          </section>
        )}
        <SeriesNeighbours book={book} />
        <BookFacts book={book} isbn={isbn} />
      </div>
    </article>
  );
}

function Credits({ contributors }: Pick<BookPage, "contributors">) {
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
                {index > 0 && ", "}
                <Link
                  to={href("/authors/:authorId", { authorId: person.id })}
                  lang={languageOf(person.name)}
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
