import { Fragment } from "react";
import { Link } from "react-router";

import { BookCover } from "#app/components/book-cover.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { SearchForm } from "#app/components/search-form.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, Category } from "#shop/catalogue/book.ts";
import { Endpaper } from "#ui/endpaper.tsx";

/** The opened cover: words on the blank leaf, up to five books on the printed one. */
export function Hero({ books, categories }: { books: BookCard[]; categories: Category[] }) {
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="hero-text">
        <h1 id="hero-title" className="text-hero tracking-[-0.03em]">
          Discover Your Next Great Read
        </h1>
        <p className="mt-5 max-w-[30rem] text-lead text-quiet lg:mt-7">
          Come in, turn a few pages, stay as long as you like.
        </p>
        <SearchForm label="Find a book" className="search-large mt-5 max-w-[34rem] sm:mt-7" />
        {categories[0] && (
          <p className="mt-3 sm:mt-4">
            <span className="text-quiet">Or wander into </span>
            {categories.slice(0, 3).map((category, index) => (
              <Fragment key={category.id}>
                {index > 0 && <span className="text-quiet">, </span>}
                <Link
                  to={href("/categories/:categoryId", { categoryId: category.id })}
                  className="link inline-block py-1"
                  lang={languageOf(category.name)}
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
          {books.map((book, index) => (
            <li key={book.id}>
              <Link to={href("/books/:bookId", { bookId: book.id })} className="block">
                <BookCover
                  book={book}
                  isAlone
                  sizes="(min-width: 1024px) 208px, 31vw"
                  loads={index === 0 ? "first" : "soon"}
                />
              </Link>
            </li>
          ))}
        </ul>
      </Endpaper>
    </section>
  );
}
