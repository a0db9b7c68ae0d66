import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import type { KnownBooks } from "#desk/http/books/book-choice.ts";
import { TextArea, TextField } from "#ui/field.tsx";
import type { RowPart } from "./book-rows.ts";

interface BookRowsFieldsProps {
  /** The number of rows. */
  count: number;
  parts: RowPart[];
  /** Values by field name. */
  values: Record<string, string>;
  books: KnownBooks;
  /** Error texts by field name. */
  errors: Record<string, string> | undefined;
}

/** An ordered list of books with the texts about each; a row without a book is ignored. */
export function BookRowsFields({ count, parts, values, books, errors }: BookRowsFieldsProps) {
  return (
    <fieldset>
      <legend className="text-title font-semibold">Books</legend>
      <p className="text-small text-quiet">
        In the order in which they are shown. For each book, enter its title, its ISBN, or the last part of its web
        address in the shop. To remove a book, empty its row.
      </p>
      <ol className="mt-2 grid gap-4">
        {Array.from({ length: count }, (_, place) => {
          const field = { name: `book-${place}`, values, books };
          return (
            <li
              key={place}
              className={`field-row border-t border-line pt-3 ${parts.length > 1 ? "md:grid-cols-[minmax(14rem,1fr)_2fr_minmax(13rem,1fr)]" : "md:grid-cols-[minmax(14rem,1fr)_3fr]"}`}
            >
              <BookField label={`Book ${place + 1}`} error={errors?.[field.name]} {...field} />
              {parts.map(({ name, label, isLong }) => {
                const part = {
                  label: (
                    <>
                      {label}
                      <span className="sr-only"> of book {place + 1}</span>
                    </>
                  ),
                  name: `${name}-${place}`,
                  defaultValue: values[`${name}-${place}`] ?? "",
                  error: errors?.[`${name}-${place}`],
                };
                return isLong ? (
                  <TextArea key={name} {...part} rows={3} />
                ) : (
                  <TextField key={name} {...part} autoComplete="off" />
                );
              })}
              <WhichBook {...field} />
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
