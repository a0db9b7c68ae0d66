import { Fragment, type MouseEvent } from "react";
import { Link } from "react-router";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { AuthorNames } from "#app/components/books/author-names.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Price } from "#app/components/books/price.tsx";
import type { EndpaperTheme } from "#app/display/pick-endpaper.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, Category } from "#shop/catalogue/books/book.ts";
import { usualTitle } from "#shop/office/storefront/storefront.ts";
import { Endpaper } from "#ui/endpaper.tsx";

/** The form of the front book, with which the name on its bookplate is sent. */
const nameFormId = "front-book-form";

/** Shows the bookplate; without JavaScript the link leads to the opened book, which has the same form. */
function writeName(event: MouseEvent<HTMLElement>, book: BookCard) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const link = event.currentTarget;
  void import("./ex-libris/name-plate.tsx").then(({ openPlate }) => openPlate(link, book, nameFormId));
}

interface HeroProps {
  /** The title; absent for the usual one. */
  title?: string;
  words: string;
  /** The first one is in front. */
  books: BookCard[];
  /** One sentence about the book in front; may be empty. */
  about: string;
  categories: Category[];
  /** The endpaper of the book in front; null without books. */
  endpaper: EndpaperTheme | null;
}

/**
 * Top of the home page: text and search on the left; on the right up to five covers, the one in front larger, and a buy
 * button for it.
 */
export function Hero({ title, words, books, about, categories, endpaper }: HeroProps) {
  const [front] = books;
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="hero-text">
        <h1 id="hero-title" className="text-hero tracking-[-0.03em]" lang={title && detectLanguage(title)}>
          {title ?? usualTitle}
        </h1>
        <p className="hero-words max-w-[30rem] text-lead text-quiet">{words}</p>
        <SearchForm
          label="Find a book"
          placeholder="What will you read?"
          className="search-large hero-search max-w-[34rem]"
        />
        {categories[0] && (
          <p className="mt-4 max-sm:hidden">
            <span className="text-quiet">Or wander into </span>
            {categories.slice(0, 3).map((category, index) => (
              <Fragment key={category.id}>
                {index > 0 && <span className="text-quiet">, </span>}
                <Link
                  to={href("/categories/:categoryId", { categoryId: category.id })}
                  className="link inline-block py-1"
                  lang={detectLanguage(category.name)}
                >
                  {category.name}
                </Link>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <Endpaper pattern="jaal" inks="neel" className="hero-endpaper">
        <ul className="fan">
          {arrangeFan(books).map((book) => (
            <li key={book.id} className={book === front ? "fan-front" : undefined}>
              <Link to={href("/books/:bookId", { bookId: book.id })} className="relative block">
                {book === front && endpaper && <Endpaper {...endpaper} className="ajar-sheet" />}
                <BookCover
                  book={book}
                  isAlone
                  sizes={book === front ? "(min-width: 64rem) 15vw, 31vw" : "(min-width: 64rem) 8vw, 17vw"}
                  loads={book === front ? "first" : "soon"}
                />
              </Link>
            </li>
          ))}
        </ul>
        {front && (
          <div className="label front-book">
            <div className="flex flex-wrap items-baseline gap-x-2.5">
              <p className="line-clamp-2 font-display text-title text-balance" lang={front.language}>
                <Link to={href("/books/:bookId", { bookId: front.id })} className="quiet-link">
                  {front.title}
                </Link>
              </p>
              <AuthorNames authors={front.authors} className="line-clamp-1 text-small text-quiet" />
            </div>
            {about && (
              <p className="mt-1 line-clamp-2 text-small text-pretty max-sm:hidden" lang={detectLanguage(about)}>
                {about}
              </p>
            )}
            <div className="mt-1.5 flex items-center justify-between gap-4 sm:mt-2">
              <Price pricePaise={front.pricePaise} mrpPaise={front.mrpPaise} />
              <AddToCart book={front} id={nameFormId} variant="primary" className="shrink-0" />
            </div>
            {front.stock.state !== "sold-out" && (
              <p className="-mb-3.5 sm:-mt-1.5">
                <Link
                  to={href("/books/:bookId/look-inside", { bookId: front.id })}
                  onClick={(event) => writeName(event, front)}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  Write your name in it
                </Link>
              </p>
            )}
          </div>
        )}
      </Endpaper>
    </section>
  );
}

/** The books from left to right, with the first one in the middle. */
function arrangeFan([front, ...others]: BookCard[]): BookCard[] {
  return front ? others.toSpliced(Math.ceil(others.length / 2), 0, front) : [];
}
