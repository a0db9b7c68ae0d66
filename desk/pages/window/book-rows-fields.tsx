import type { ReactNode } from "react";

import { BookField, WhichBook } from "#desk/components/book-field.tsx";
import type { KnownBooks } from "#desk/http/book-choice.ts";
import { TextArea, TextField } from "#ui/field.tsx";
import type { RowPart } from "./book-rows.ts";

interface BookRowsFieldsProps {
  /** So many rows. */
  count: number;
  parts: RowPart[];
  /** What is in the fields, by their names. */
  values: Record<string, string>;
  books: KnownBooks;
  /** What is wrong, by the names of the fields. */
  errors: Record<string, string> | undefined;
}

/** Books in their order, each with what is said of it; a row without a book counts for nothing. */
export function BookRowsFields({ count, parts, values, books, errors }: BookRowsFieldsProps) {
  // Where there is room for a long text, its field is as high as several others.
  const isTall = parts.length === 1 && parts[0]!.isLong === true;
  return (
    <fieldset>
      <legend className="text-title font-semibold">Books</legend>
      <p className="text-small text-quiet">
        In the order in which they are shown. The title of each, its ISBN, or the last part of its web address in the
        shop. To take one out, empty its row.
      </p>
      <ol className="mt-2 grid gap-4">
        {Array.from({ length: count }, (_, place) => {
          const field = { name: `book-${place}`, values, books };
          return (
            <li
              key={place}
              className={`grid gap-3 border-t border-line pt-3 md:grid-cols-[1fr_2fr_1fr] ${isTall ? "items-start" : "items-end"}`}
            >
              <BookField label={`Book ${place + 1}`} error={errors?.[field.name]} {...field} />
              {parts.map(({ name, label, isLong }) => (
                <div key={name} className={isLong && parts.length === 1 ? "md:col-span-2" : ""}>
                  <PartField
                    isTall={isTall && isLong}
                    label={
                      <>
                        {label}
                        <span className="sr-only"> of book {place + 1}</span>
                      </>
                    }
                    name={`${name}-${place}`}
                    value={values[`${name}-${place}`] ?? ""}
                    error={errors?.[`${name}-${place}`]}
                  />
                </div>
              ))}
              <WhichBook {...field} />
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}

interface PartFieldProps {
  isTall: boolean | undefined;
  label: ReactNode;
  name: string;
  value: string;
  error: string | undefined;
}

function PartField({ isTall, label, name, value, error }: PartFieldProps) {
  if (isTall) return <TextArea label={label} name={name} rows={3} defaultValue={value} error={error} />;
  return <TextField label={label} name={name} autoComplete="off" defaultValue={value} error={error} />;
}
