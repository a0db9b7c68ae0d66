/**
 * Form field in which staff enter a book's title, ISBN or id (the last part of its web address). It suggests titles,
 * and lets staff choose if several books match.
 */

import { type ReactNode, useState } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { BookSearch } from "#desk/components/picking/book-search.tsx";
import { askedField, readChosenBook, pickField, type KnownBooks } from "#desk/http/books/book-choice.ts";

interface BookFieldProps {
  label: ReactNode;
  name: string;
  /** Values of the form by field name. */
  values: Record<string, string>;
  books: KnownBooks;
  error?: string | null | undefined;
}

/** Text field for a book. It shows the title of the found book. With JavaScript, it suggests titles during typing. */
export function BookField(props: BookFieldProps) {
  const value = readChosenBook(props.values, props.name);
  // The key resets the field when the server returns another text, such as the ISBN of the book that was found.
  return <TypedBook key={value} value={value} {...props} />;
}

function TypedBook({ label, name, value, books, error }: BookFieldProps & { value: string }) {
  const [text, setText] = useState(value);
  const [picked, setPicked] = useState<Record<string, string>>({});
  const title = books.titles[text.trim()] ?? picked[text.trim()];
  return (
    <BookSearch
      label={
        <>
          {label}
          <span className="sr-only">: title, ISBN or web address</span>
        </>
      }
      name={name}
      placeholder="Title, ISBN or web address"
      defaultValue={value}
      onText={setText}
      onPick={(book) => {
        setPicked((before) => ({ ...before, [book.name]: book.title }));
        return book.name;
      }}
      error={error ?? null}
      {...(title && { hint: title })}
    />
  );
}

interface WhichBookProps {
  name: string;
  values: Record<string, string>;
  books: KnownBooks;
}

/** Radio buttons for the books that a text may refer to. In the form's grid they take the full row below the field. */
export function WhichBook({ name, values, books }: WhichBookProps) {
  const found = books.mayBe[name] ?? [];
  if (found.length === 0) return null;
  const text = readChosenBook(values, name);
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="font-semibold break-words">Which one is “{text}”?</legend>
      <input type="hidden" name={askedField(name)} value={text} />
      {found.map(({ id, title, about }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input type="radio" name={pickField(name)} value={id} className="size-5 shrink-0 accent-action" />
          <span className="min-w-0 break-words">
            <cite lang={detectLanguage(title)}>{title}</cite>, {about}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
