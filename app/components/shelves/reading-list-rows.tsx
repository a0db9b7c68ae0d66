import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { ReadingListCard } from "#shop/catalogue/content/reading-list.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { ArrowRightIcon } from "#ui/icons.tsx";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pickEndpaper } from "#app/display/pick-endpaper.ts";

interface ReadingListRowsProps {
  lists: ReadingListCard[];
  /** Whether a row on a phone shows only the name and the number of books, because the page has more sections. */
  isShortOnPhone?: boolean;
}

/** Table of contents of reading lists: each with its pattern and its first covers. */
export function ReadingListRows({ lists, isShortOnPhone = false }: ReadingListRowsProps) {
  return (
    <ul className="border-t border-line">
      {lists.map((list) => (
        <li key={list.id} className="border-b border-line">
          <Link
            to={href("/reading-lists/:listId", { listId: list.id })}
            prefetch="intent"
            className={`reading-list ${isShortOnPhone ? "" : "reading-list-with-covers"}`}
          >
            <Endpaper {...pickEndpaper(list)} className="slip" />
            <span className="leaning" aria-hidden="true">
              {list.covers.map((book) => (
                <BookCover key={book.coverKey} book={book} sizes="112px" />
              ))}
            </span>
            <span className={`min-w-0 flex-1 ${isShortOnPhone ? "py-3" : "py-5 sm:py-7"}`}>
              <span
                className={`block font-display ${isShortOnPhone ? "text-h3" : "text-h2"}`}
                lang={detectLanguage(list.title)}
              >
                {list.title}
              </span>
              <span className={`mt-1 block text-quiet ${isShortOnPhone ? "max-sm:hidden" : ""}`}>{list.summary}</span>
              <span className="figures mt-1.5 block text-small font-semibold text-action">
                {formatCount(list.bookCount, "book")}
              </span>
            </span>
            <ArrowRightIcon className="size-7 text-action" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
