/** Text field that suggests books while a title, an author or an ISBN is typed, each with cover, price and copies. */
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from "react";

import type { PickableBook } from "#desk/http/books/book-choice.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { TextField } from "#ui/field.tsx";
import { BookSummary } from "./book-summary.tsx";
import { useSuggestedBooks } from "./suggest-books.ts";

interface BookSearchProps extends ComponentProps<typeof TextField> {
  /** Called for the chosen book; returns the text that the field has after the choice. */
  onPick: (book: PickableBook) => string;
  /** Called for each text that is typed, and with the new text after a choice. */
  onText?: (text: string) => void;
  /** A note for a book that cannot be chosen; null for the others. */
  whyNot?: (book: PickableBook) => string | null;
}

/** Without scripts it is a plain text field. Enter chooses the marked book, and the only one that was found. */
export function BookSearch({ onPick, onText, whyNot = () => null, defaultValue = "", ...field }: BookSearchProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const isEntered = useRef(false);
  const found = useSuggestedBooks(typed, (books) => {
    // A scanner sends Enter before the books are there.
    if (isEntered.current && books.length === 1) pick(books[0]!);
    isEntered.current = false;
  });
  const books = isOpen ? (found ?? []) : [];
  const active = books[marked];
  const optionId = (place: number) => `${listId}-${place}`;

  function pick(book: PickableBook) {
    if (whyNot(book) !== null) return;
    const text = onPick(book);
    if (input.current) input.current.value = text;
    setTyped("");
    onText?.(text);
    setIsOpen(false);
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && books.length > 0) {
      setIsOpen(false);
      event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (found) setIsOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = found?.length ?? 0;
      if (count > 0) setMarked((place) => (place < 0 && step < 0 ? count - 1 : (place + step + count) % count));
      event.preventDefault();
    } else if (event.key === "Enter") {
      const [alone] = found?.length === 1 ? found : [];
      const chosen = isOpen ? (active ?? alone) : undefined;
      // A field of the form sends the form; one that only searches does not.
      if (chosen || field.name === undefined) event.preventDefault();
      if (chosen) pick(chosen);
      else isEntered.current = typed.trim().length >= 2 && !found && field.name === undefined;
    }
  };

  return (
    <div className="book-search" onBlur={({ relatedTarget }) => relatedTarget !== input.current && setIsOpen(false)}>
      <TextField
        ref={input}
        autoComplete="off"
        maxLength={200}
        placeholder="Title, author or ISBN"
        {...field}
        defaultValue={defaultValue}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={books.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(marked)}
        onKeyDown={press}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          onText?.(value);
          setMarked(-1);
          setIsOpen(true);
          isEntered.current = false;
        }}
      />
      <div className="book-options desk-card shadow-float" hidden={!isOpen || !found || typed === ""}>
        <div id={listId} role="listbox" aria-label="Books found">
          {books.map((book, place) => {
            const note = whyNot(book);
            return (
              // The keys are handled by the field, which keeps the focus (the combobox pattern of ARIA).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={book.id}
                id={optionId(place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === marked}
                aria-disabled={note !== null}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(book)}
              >
                <BookSummary book={book} />
                {note && <span className="shrink-0 text-small text-quiet">{note}</span>}
              </div>
            );
          })}
        </div>
        {found?.length === 0 && <p className="px-3 py-2 text-quiet">No book found.</p>}
      </div>
      <p role="status" className="sr-only">
        {books.length > 0 && `${formatCount(books.length, "book")} found`}
      </p>
    </div>
  );
}
