/** An ordered choice of books, each with cover, price and copies: found by a search, dragged, moved or removed. */
import { Fragment, type ReactNode, useEffect, useState } from "react";

import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { readChosenBook, type KnownBooks, type PickableBook } from "#desk/http/books/book-choice.ts";
import { BookSearch } from "./book-search.tsx";
import { BookSummary } from "./book-summary.tsx";
import { moveTo } from "./move-to.ts";
import { OrderedList } from "./ordered-list.tsx";
import { suggestBooks } from "./suggest-books.ts";
import { readField, useFormInput } from "./use-form-input.ts";

interface BookSlotsProps {
  title: string;
  words: ReactNode;
  /** The fields of the form, one for each book, in order. */
  fields: { name: string; label: string }[];
  /** Values by field name. */
  values: Record<string, string>;
  books: KnownBooks;
  /** The chosen books with their covers, by the text that names each. */
  chosen: Record<string, PickableBook>;
  /** Error texts by field name. */
  errors: Record<string, string> | undefined;
  /** Where readers see the books: the place of the first, and the words above it. */
  groups?: Record<number, string>;
}

export function BookSlots({ title, words, fields, values, books, chosen, errors, groups = {} }: BookSlotsProps) {
  const isScripted = useIsScripted();
  const [names, setNames] = useState(() => [
    ...new Set(fields.flatMap(({ name }) => readChosenBook(values, name) || [])),
  ]);
  const [found, setFound] = useState(chosen);
  const known = { ...chosen, ...found };
  const fieldset = useFormInput(names.join("\n"), (form) => {
    const typed = [...new Set(fields.flatMap(({ name }) => readField(form, name) || []))];
    setNames((before) => (before.join("\n") === typed.join("\n") ? before : typed));
  });

  const missing = names.filter((name) => !known[name]).join("\n");
  useEffect(() => {
    // Books of stored input, which this page does not know yet.
    if (missing === "") return;
    const stop = new AbortController();
    for (const name of missing.split("\n"))
      void suggestBooks(name, stop.signal).then((books) => {
        const book = books?.find((one) => one.name === name);
        if (book) setFound((before) => ({ ...before, [name]: book }));
      });
    return () => stop.abort();
  }, [missing]);

  const errorOf = (name: string) =>
    errors?.[fields.find((field) => readChosenBook(values, field.name) === name)?.name ?? ""];
  const isFull = names.length >= fields.length;
  const rows = names.map((name, place) => ({
    key: name,
    name: known[name]?.title ?? name,
    heading: groups[place],
    content: (
      <>
        {known[name] ? <BookSummary book={known[name]} /> : <span className="break-words">{name}</span>}
        {errorOf(name) && <p className="text-small font-semibold text-vermilion">{errorOf(name)}</p>}
      </>
    ),
  }));

  return (
    <fieldset ref={fieldset} className="min-w-0 border-t border-line pt-4">
      <legend className="float-left text-title font-semibold">{title}</legend>
      <p className="clear-both mb-3 max-w-measure pt-1 text-quiet">{words}</p>
      <div className="needs-script grid gap-3">
        {names.length > 0 && (
          <OrderedList
            label={title}
            rows={rows}
            onMove={(from, to) => setNames(moveTo(names, from, to))}
            onRemove={(gone) => setNames(names.filter((_, place) => place !== gone))}
          />
        )}
        <BookSearch
          label={
            <>
              Add a book<span className="sr-only"> to {title}</span>
            </>
          }
          hint={isFull ? `All ${fields.length} places are taken: remove a book first.` : ""}
          disabled={isFull}
          whyNot={({ name }) => (names.includes(name) ? "Chosen" : null)}
          onPick={(book) => {
            setFound((before) => ({ ...before, [book.name]: book }));
            setNames([...names, book.name]);
            return "";
          }}
        />
        {isScripted &&
          fields.map(({ name }, place) => (
            // Not of the type "hidden": the desk stores and fills in the fields that can be typed into.
            <input key={name} hidden readOnly name={name} value={names[place] ?? ""} />
          ))}
      </div>
      {!isScripted && (
        <div className="without-script field-row sm:grid-cols-2">
          {fields.map(({ name, label }) => (
            <Fragment key={name}>
              <BookField {...{ label, name, values, books, error: errors?.[name] }} />
              <WhichBook {...{ name, values, books }} />
            </Fragment>
          ))}
        </div>
      )}
    </fieldset>
  );
}
