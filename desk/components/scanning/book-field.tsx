import { type ReactNode, useEffect, useId, useState } from "react";

import { languageOf } from "#app/display/language-of.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { TextField } from "#ui/field.tsx";
import { askedField, bookIn, pickField, type BookChoice, type KnownBooks } from "#desk/http/book-choice.ts";

interface BookFieldProps {
  /** Such as "Book 1". */
  label: ReactNode;
  name: string;
  /** What is in the fields of the form, by their names. */
  values: Record<string, string>;
  books: KnownBooks;
  error?: string | null | undefined;
}

/** Names a book by its title, its ISBN or its address, and shows which one it is; with a script, titles while somebody types. */
export function BookField(props: BookFieldProps) {
  const value = bookIn(props.values, props.name);
  // What the desk made of a text stands in the place of the text.
  return <TypedBook key={value} value={value} {...props} />;
}

/** Between a letter and the question for titles, in milliseconds. */
const typingPause = 250;

function TypedBook({ label, name, value, books, error }: BookFieldProps & { value: string }) {
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [suggested, setSuggested] = useState<BookChoice[]>([]);
  const typed = (text ?? value).trim();
  const title = books.titles[typed] ?? suggested.find((book) => book.name === typed)?.title;
  const isKnown = title !== undefined;

  useEffect(() => {
    if (text === null || isKnown || text.trim().length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void suggestBooks(text.trim(), stop.signal).then((found) => found && setSuggested(found));
    }, typingPause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isKnown]);

  return (
    <>
      <TextField
        label={
          <>
            {label}
            <span className="sr-only">: title, ISBN or web address</span>
          </>
        }
        name={name}
        placeholder="Title, ISBN or web address"
        autoComplete="off"
        maxLength={200}
        list={listId}
        defaultValue={value}
        onInput={(event) => setText(event.currentTarget.value)}
        error={error ?? null}
        {...(title && { hint: title })}
      />
      <datalist id={listId}>
        {suggested.map(({ id, name, title, about }) => (
          <option key={id} value={name}>
            {title}, {about}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The books that a text may mean; null when the desk does not say. */
async function suggestBooks(text: string, signal: AbortSignal): Promise<BookChoice[] | null> {
  try {
    // Whoever is signed out by now is led on to the sign-in, which is no answer.
    const answer = await fetch(deskHref("/find/books", { text }), { signal, redirect: "manual" });
    return answer.ok ? ((await answer.json()) as BookChoice[]) : null;
  } catch {
    return null;
  }
}

interface WhichBookProps {
  name: string;
  values: Record<string, string>;
  books: KnownBooks;
}

/** Where several books may be meant, those to choose from; stands behind the field in its grid, as wide as the grid is. */
export function WhichBook({ name, values, books }: WhichBookProps) {
  const found = books.mayBe[name] ?? [];
  if (found.length === 0) return null;
  const text = bookIn(values, name);
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="font-semibold break-words">Which one is “{text}”?</legend>
      <input type="hidden" name={askedField(name)} value={text} />
      {found.map(({ id, title, about }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input type="radio" name={pickField(name)} value={id} className="size-5 shrink-0 accent-action" />
          <span className="min-w-0 break-words">
            <cite lang={languageOf(title)}>{title}</cite>, {about}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
