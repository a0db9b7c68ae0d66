import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { BookChoice } from "#desk/http/books/book-choice.ts";

/** Links to the books of the shop that a typed ISBN matches or may refer to. Renders nothing if there are none. */
export function IsbnBooks({ books = [] }: { books: BookChoice[] | undefined }) {
  if (books.length === 0) return null;
  return (
    <div className="col-span-full">
      <p>Already in the shop:</p>
      <ul>
        {books.map(({ id, title, about }) => (
          <li key={id}>
            <Link className="link inline-flex min-h-11 items-center" to={deskHref("/books/:book", { book: id })}>
              <span className="min-w-0 break-words">
                <cite lang={detectLanguage(title)} className="not-italic">
                  {title}
                </cite>
                , {about}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
