import { Link, useViewTransitionState } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import { href } from "#routing/href.ts";
import type { BookPage } from "#shop/catalogue/books/book.ts";
import { isPicture } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import { BrandMark } from "#ui/brand-mark.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import { CloseUp } from "./close-up.tsx";

/** Says what is inside: words of the book itself, of the bookseller, or a title page alone. */
function openingLabel(opensWith: BookPage["opensWith"]): string {
  if (opensWith === null) return "See the title page";
  return opensWith === "note" ? "A word from the bookseller" : "Open the book";
}

/**
 * Cover on its endpaper. All of it links to the opened book, whose page is prefetched on hover; a loupe in the corner
 * enlarges it if it is a picture: a drawing has nothing more to show.
 */
export function CoverBoard({ book }: { book: BookPage }) {
  const inside = href("/books/:bookId/look-inside", { bookId: book.id });
  const isTurning = useViewTransitionState(inside);
  const isTravelling = useViewTransitionState(href("/books/:bookId", { bookId: book.id }));
  return (
    <div className="board">
      <div className={`board-cover ${isTurning ? "turning-board" : ""}`}>
        <Endpaper {...pickBookEndpaper(book)} className="board-sheet" />
        <BookCover
          book={book}
          isAlone
          loads="first"
          sizes="(min-width: 1024px) 340px, (min-width: 640px) 224px, 160px"
          className={isTravelling && !isTurning ? "travelling-cover" : ""}
        />
      </div>
      <Link to={inside} state={{ isOpened: true }} prefetch="intent" viewTransition className="board-link">
        <BrandMark className="size-6" />
        <span className="link">{openingLabel(book.opensWith)}</span>
      </Link>
      {isPicture(book.coverKey) && <CloseUp book={book} />}
    </div>
  );
}
