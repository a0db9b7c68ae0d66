import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { formatPublicationDate } from "#app/display/publication-day.ts";
import { href } from "#routing/href.ts";
import type { BookPage } from "#shop/catalogue/books/book.ts";

const language = new Intl.DisplayNames("en", { type: "language" });

/** The details of an edition: format, pages, publisher, date, language, ISBN. */
export function BookFacts({ book, isbn }: { book: BookPage; isbn: string | null }) {
  return (
    <section aria-labelledby="facts-title" className="mt-12 max-w-measure print:mt-5">
      <h2 id="facts-title" className="text-h3">
        Details
      </h2>
      <dl className="figures mt-4 border-t border-line">
        {book.format && <Fact name="Format">{formatNames[book.format]}</Fact>}
        {book.pages !== null && <Fact name="Pages">{book.pages}</Fact>}
        {book.editionStatement && <Fact name="Edition">{book.editionStatement}</Fact>}
        {book.publisher && <Fact name="Publisher">{book.publisher}</Fact>}
        {book.published && <Fact name="Published">{formatPublicationDate(book.published)}</Fact>}
        <Fact name="Language">{language.of(book.language) ?? book.language}</Fact>
        {isbn && <Fact name="ISBN">{isbn}</Fact>}
        {book.details.map(({ label, text }) => (
          <Fact key={label} name={label}>
            {text}
          </Fact>
        ))}
        {book.series && (
          <Fact name="Series">
            <Link to={href("/series/:seriesId", { seriesId: book.series.id })} className="link py-1">
              {book.series.name}
            </Link>
            {book.series.position !== null && <span>{`, book ${book.series.position}`}</span>}
          </Fact>
        )}
        {book.categories.length > 0 && (
          <Fact name="Categories">
            {book.categories.map((category, index) => (
              <Fragment key={category.id}>
                {index > 0 && <span>{", "}</span>}
                <Link
                  to={href("/categories/:categoryId", { categoryId: category.id })}
                  lang={detectLanguage(category.name)}
                  className="link py-1"
                >
                  {category.name}
                </Link>
              </Fragment>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-x-4 border-b border-line py-2.5 print:py-1">
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
