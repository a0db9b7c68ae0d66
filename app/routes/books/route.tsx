/** Page of one book. */
import { data, isRouteErrorResponse } from "react-router";

import { returnPromise } from "#app/content/shop-facts.ts";
import { EmptyState } from "#app/components/empty-state.tsx";
import { firstSentences } from "#app/display/first-sentence.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { PageError } from "#app/components/page-error.tsx";
import { movedTo } from "#app/http/moved-to.ts";
import { readPageNumber } from "#app/http/page-number.ts";
import { describePage, pageTitle } from "#app/display/page-title.ts";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { MoreBooks, SameShelf } from "#app/components/shelves/more-books.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import type { BookCard, BookPage, FirstLines } from "#shop/catalogue/books/book.ts";
import { findBook } from "#shop/catalogue/books/book.server.ts";
import { hyphenateIsbn } from "#shop/catalogue/books/isbn.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { sharePicturePath } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import { promiseDelivery, formatPromise } from "#shop/kernel/regions/delivery-promise.ts";
import { termsOf } from "#shop/sales/pricing/offer-terms.ts";
import { listReviews } from "#shop/people/reviews/reviews.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { BookOpening } from "./opening/book-opening.tsx";
import { describeBook } from "./describe-book.ts";
import { describeEdition } from "./describe-edition.ts";
import { Reviews } from "./reviews.tsx";

/** Maximum length of the author's biography, in characters. */
const maxAboutAuthor = 400;
/** Maximum length of the beginning of a book, in lines and characters. */
const maxBeginning = { lines: 4, letters: 360 };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const page = readPageNumber(request.url);
  const [book, reviews] = await Promise.all([
    page && findBook(db, params.bookId),
    page && listReviews(db, params.bookId, page),
  ]);
  if (book === null || (book && !book.isListed)) {
    const bookId = await findMovedAddress(db, "book", params.bookId);
    if (bookId !== null) throw movedTo(href("/books/:bookId", { bookId }));
  }
  if (!book || !reviews || reviews.page !== page) throw data("Book not found", { status: 404 });
  context.get(documentHeadContext).graph.push(...describeBook(book, reviews.byReaders, settings));
  const { authorBio, firstLines, publishedBy, weightGrams: _weight, ...shown } = book;
  const promise = promiseDelivery(settings.policies.delivery, {
    pin: null,
    now: now(),
    publishedOn: publishedBy,
  });
  const { fee } = termsOf(book, settings);
  return {
    book: shown,
    author: firstSentences(authorBio, { atMost: 2, maxLength: maxAboutAuthor }),
    beginning: firstLines && beginningOf(firstLines),
    reviews,
    promises: {
      delivery: formatPromise(promise, fee.leastPaise, fee.mostPaise),
      returns: returnPromise(settings, book.format),
    },
    isbn: book.isbn13 && hyphenateIsbn(book.isbn13),
    url: settings.publicUrl + href("/books/:bookId", { bookId: book.id }),
    picture: sharePicturePath(book),
  };
}

/** Returns whole sentences, or whole lines of a poem, from the beginning of a book; null when the first is too long. */
function beginningOf({ text, ...lines }: FirstLines): FirstLines | null {
  const plain = text.replaceAll("*", "");
  const shown = plain.includes("\n")
    ? plain.split("\n").slice(0, maxBeginning.lines).join("\n")
    : firstSentences(plain, { atMost: maxBeginning.lines, maxLength: maxBeginning.letters });
  return shown === "" || shown.length > maxBeginning.letters ? null : { ...lines, text: shown };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Book not found")];
  const { book, reviews, url, picture } = loaderData;
  const { title, description } = describeEdition(book, reviews.page);
  return [
    ...describePage(matches, { title, description, url, picture, type: "book" }),
    ...(book.isListed ? [] : [{ name: "robots", content: "noindex" }]),
    ...describeLanguages(book, url),
  ];
}

/** `hreflang` links to the title's other languages, and to the page itself. */
function describeLanguages({ id, language, doors }: BookPage, url: string): Route.MetaDescriptors {
  if (doors.length < 2) return [];
  const others = doors.filter((door) => door.language !== language);
  const ids = new Map([[language, id], ...others.toReversed().map((door) => [door.language, door.id] as const)]);
  return Array.from(ids, ([hrefLang, bookId]) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang,
    href: new URL(href("/books/:bookId", { bookId }), url).href,
  }));
}

export default function Book({
  loaderData: { book, author: aboutAuthor, beginning, reviews, isbn, promises },
}: Route.ComponentProps) {
  const author = book.authors[0];
  const meanwhile = isSoldOut(book) ? inStock([...book.moreByAuthor, ...book.related]) : [];
  const others = (books: BookCard[]) => books.filter((other) => !meanwhile.includes(other)).slice(0, 5);
  const more = others(book.moreByAuthor);
  // Sold-out books are last, where there is no room for all.
  const related = others(book.related.toSorted((one, other) => Number(isSoldOut(one)) - Number(isSoldOut(other))));
  return (
    <>
      <div className="page py-2">
        <Breadcrumbs
          crumbs={[
            { label: "Home", to: href("/") },
            { label: "Categories", to: href("/categories") },
            ...(book.category
              ? [
                  {
                    label: book.category.name,
                    to: href("/categories/:categoryId", { categoryId: book.category.id }),
                    lang: detectLanguage(book.category.name),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <BookOpening
        book={book}
        aboutAuthor={aboutAuthor}
        beginning={beginning}
        isbn={isbn}
        promises={promises}
        meanwhile={meanwhile}
      />
      <Reviews book={book} reviews={reviews} />
      {author && more.length > 0 && (
        <section aria-labelledby="more-title" className="page pt-20 lg:pt-28 print:hidden">
          <SectionHeading
            id="more-title"
            title={
              <>
                More by <span lang={detectLanguage(author.name)}>{author.name}</span>
              </>
            }
            more={{ label: "The author’s page", to: href("/authors/:authorId", { authorId: author.id }) }}
          />
          <MoreBooks books={more} isStill />
        </section>
      )}
      <SameShelf books={related} category={book.category} isStill className="page pt-20 lg:pt-28" />
    </>
  );
}

function isSoldOut({ stock }: BookCard): boolean {
  return stock.state === "sold-out";
}

/** Returns the first four books in stock. */
function inStock(books: BookCard[]): BookCard[] {
  return books.filter((book) => !isSoldOut(book)).slice(0, 4);
}

/** 404 page of an unknown book, with a search. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError />;
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title="Book not found" heading="h1">
        <p>We have no book at this address. It may have gone out of print, or the link lost a letter.</p>
        <SearchForm label="Find a book" placeholder="Title or author" className="mt-5" />
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to={href("/ask-for-a-book")} variant="outline">
            Ask us for this book
          </ButtonLink>
          <ButtonLink to={href("/best-sellers")} variant="outline">
            See the best sellers
          </ButtonLink>
          <ButtonLink to={href("/")} variant="quiet">
            Return to homepage
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
