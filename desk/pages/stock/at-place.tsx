import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { PlacedBook } from "#shop/office/stock-room/places.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** Finds books by their place in the shop, or by the beginning of its name. `books` is null before a search. */
export function AtPlace({ place, books }: { place: string; books: PlacedBook[] | null }) {
  return (
    <section aria-labelledby="at-place" className="min-w-0">
      <h2 id="at-place" className="text-title">
        Books by place
      </h2>
      <Form action={deskHref("/stock")} className="field-row mt-3 max-w-measure grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label="Place in the shop"
          hint="Or its beginning, such as A3"
          name="place"
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={place}
        />
        <p>
          <Button variant="outline">Find</Button>
        </p>
      </Form>
      {books?.length === 0 && (
        <p className="mt-3 max-w-measure">
          No book is at “{place}”. To give a book a place, scan it into the search box at the top. This opens the page
          of its copies, with a field for the place.
        </p>
      )}
      {books && books.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {books.slice(0, mostShown).map((book) => (
            <li key={book.bookId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/stock/books/:book", { book: book.bookId })}>
                  <cite lang={detectLanguage(book.title)} className="not-italic">
                    {book.title}
                  </cite>
                </Link>
                <span className="block text-small text-quiet">
                  {[book.author, isKeyOf(formatNames, book.format) && formatNames[book.format], book.isbn13]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
              <span className="basis-32 break-words">{book.place}</span>
              <span className="basis-24 text-right tabular-nums">{formatCount(book.onHand, "copy", "copies")}</span>
            </li>
          ))}
          {books.length > mostShown && (
            <li className="py-2 text-quiet">The list ends here. Type more of the place to see the others.</li>
          )}
        </ul>
      )}
    </section>
  );
}

const mostShown = 50;
