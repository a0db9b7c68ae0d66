/**
 * Form field in which staff enter a book's title, ISBN or id (the last part of its web address). It suggests titles,
 * and lets staff choose if several books match.
 */

import { type ReactNode, useEffect, useId, useState } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { TextField } from "#ui/field.tsx";
import {
  askedField,
  readChosenBook,
  pickField,
  type BookChoice,
  type KnownBooks,
} from "#desk/http/books/book-choice.ts";

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

/** The pause in typing after which suggestions are requested, in milliseconds. */
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

/** Books that match a text; null if the request fails. */
async function suggestBooks(text: string, signal: AbortSignal): Promise<BookChoice[] | null> {
  try {
    // Do not follow the redirect to the sign-in page after the session has ended.
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
