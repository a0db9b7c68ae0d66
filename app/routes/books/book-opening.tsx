import { Fragment } from "react";
import { Link, useViewTransitionState } from "react-router";

import { BookCover } from "#app/components/book-cover.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { RatingStars } from "#app/components/rating.tsx";
import { endpaperOf } from "#app/display/endpaper-of.ts";
import { href } from "#routing/href.ts";
import type { BookPage, ContributorRole } from "#shop/catalogue/book.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import { BookFacts } from "./book-facts.tsx";
import { BuyBox } from "./buy-box.tsx";
import { CloseUp } from "./close-up.tsx";
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
  hasExcerpt: boolean;
  /** When it comes and what sending it costs, for any place in India. */
  promise: string;
}

/** The cover on its category's endpaper, and beside it the title page, the price and what the book is about. */
export function BookOpening({ book, isbn, hasExcerpt, promise }: BookOpeningProps) {
  const isTravelling = useViewTransitionState(href("/books/:bookId", { bookId: book.id }));
  return (
    <article className="page grid gap-x-10 lg:grid-cols-12 xl:gap-x-16">
      <div className="max-lg:-mx-(--gutter) lg:col-span-5">
        <Endpaper
          {...endpaperOf({ id: book.category?.id ?? book.id, endpaper: book.endpaper })}
          isPale
          className="grid place-items-center px-6 py-9 sm:py-12 lg:sticky lg:top-6 lg:min-h-[min(42rem,90vh)] lg:py-14"
        >
          <div className="grid w-44 gap-4 text-center sm:w-64 lg:w-[74%] lg:max-w-85">
            <CloseUp book={book}>
              <BookCover
                book={book}
                isAlone
                loads="first"
                sizes="(min-width: 1024px) 340px, (min-width: 640px) 256px, 176px"
                className={isTravelling ? "travelling-cover" : ""}
              />
            </CloseUp>
            {hasExcerpt && (
              <ButtonLink to={href("/books/:bookId/look-inside", { bookId: book.id })} variant="outline">
                Look inside
              </ButtonLink>
            )}
          </div>
        </Endpaper>
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
          <RatingStars rating={book.rating} ratingCount={book.ratingCount} />
        </div>
        <BuyBox book={book} promise={promise} />
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
