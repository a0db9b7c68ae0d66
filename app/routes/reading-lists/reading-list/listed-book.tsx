import { Link, useViewTransitionState } from "react-router";

import { AddToCart } from "#app/components/add-to-cart.tsx";
import { AuthorNames } from "#app/components/author-names.tsx";
import { BookCover } from "#app/components/book-cover.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { Price } from "#app/components/price.tsx";
import { WishHeart } from "#app/components/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { ListedBook as Listed } from "#shop/content/reading-list.ts";

/** A book with the curator's reason for it. */
export function ListedBook({ book, note, loads }: Listed & { loads: "soon" | "late" }) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="book-card listed-book">
      <BookCover
        book={book}
        loads={loads}
        sizes="(min-width: 1024px) 208px, (min-width: 640px) 160px, 34vw"
        className={isTravelling ? "travelling-cover" : ""}
      />
      <div>
        <h2 className="text-h2" lang={book.language}>
          <Link to={path} prefetch="intent" viewTransition className="card-link">
            {book.title}
          </Link>
        </h2>
        {book.subtitle && (
          <p className="mt-1 font-display text-lead italic max-sm:hidden" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className="mt-1 text-quiet" />
      </div>
      <div className="listed-note">
        <p className="text-lead max-sm:text-body" lang={languageOf(note)}>
          {note}
        </p>
        <div className="mt-5 flex flex-wrap gap-x-6 gap-y-3 max-sm:flex-col sm:items-center">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex gap-1.5">
            <AddToCart book={book} className="min-w-0 max-w-36 flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
