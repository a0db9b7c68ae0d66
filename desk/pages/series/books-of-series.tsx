import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { KnownBooks } from "#desk/http/books/book-choice.ts";
import type { WorkOfSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { Badge } from "#ui/badge.tsx";
import { TextField } from "#ui/field.tsx";
import { newBookField } from "./new-book-field.ts";

interface BooksOfSeriesProps {
  works: WorkOfSeries[];
  isCut: boolean;
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The books that were found for the field of the new book. */
  books: KnownBooks;
}

/** Fields of the series form: the number of each book, and a row that adds a book. */
export function BooksOfSeries({ works, isCut, values, errors, books }: BooksOfSeriesProps) {
  const newBook = { name: newBookField, values, books };
  return (
    <fieldset>
      <legend className="text-title font-semibold">Books</legend>
      <p className="mt-1 text-small text-quiet">In the order of their numbers; those without a number are last.</p>
      <ul className="mt-3 border-t border-line">
        {works.map(({ workId, bookId, title, isListed }) => (
          <li
            key={workId}
            className="field-line grid-cols-[5.5rem_minmax(0,1fr)] border-b border-line py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]"
          >
            <TextField
              label={<span className="sr-only">Number of {title}</span>}
              name={`number-${workId}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              defaultValue={values[`number-${workId}`]}
              error={errors[`number-${workId}`]}
            />
            <span className="min-w-0 break-words">
              <Link className="link" lang={detectLanguage(title)} to={deskHref("/books/:book", { book: bookId })}>
                {title}
              </Link>{" "}
              {!isListed && <Badge>Hidden</Badge>}
            </span>
            <label className="inline-flex min-h-11 items-center gap-2 max-sm:col-start-2">
              <input
                type="checkbox"
                name={`leave-${workId}`}
                value="yes"
                className="size-5"
                defaultChecked={values[`leave-${workId}`] === "yes"}
              />
              <span>
                Remove<span className="sr-only"> {title}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isCut && (
        <p className="mt-3 text-small text-quiet">
          Only the first 200 are shown. Change the others on their own pages.
        </p>
      )}
      <div className="field-row mt-4 max-w-measure sm:grid-cols-[2fr_1fr]">
        <BookField label="Add a book" {...newBook} error={errors.newBook} />
        <TextField
          label="Number"
          hint="In the series"
          name="newNumber"
          isOptional
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          defaultValue={values.newNumber}
          error={errors.newNumber}
        />
        <WhichBook {...newBook} />
      </div>
    </fieldset>
  );
}
