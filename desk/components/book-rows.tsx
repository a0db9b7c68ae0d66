import { Fragment } from "react";

import type { KnownBooks } from "#desk/http/books/book-choice.ts";
import { BookField, WhichBook } from "./scanning/book-field.tsx";

interface BookRowsProps {
  /** Number of fields, named `book-0` and so on. */
  count: number;
  /** Values by field name. */
  values: Record<string, string>;
  books: KnownBooks;
  /** Error texts by field name. */
  errors?: Record<string, string> | undefined;
}

/** Fields for several books; empty fields are ignored. */
export function BookRows({ count, values, books, errors }: BookRowsProps) {
  return (
    <fieldset>
      <legend className="font-semibold">Books</legend>
      <p className="text-small text-quiet">
        For each book, its title, its ISBN, or the last part of its web address in the shop.
      </p>
      <div className="field-row mt-2 sm:grid-cols-2">
        {Array.from({ length: count }, (_, place) => {
          const field = { name: `book-${place}`, values, books };
          return (
            <Fragment key={place}>
              <BookField label={`Book ${place + 1}`} error={errors?.[field.name]} {...field} />
              <WhichBook {...field} />
            </Fragment>
          );
        })}
      </div>
    </fieldset>
  );
}
