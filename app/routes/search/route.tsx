/** Search page: results as a shelf, spelling suggestions, and other books and a request form when nothing was found. */
import { lazy, Suspense } from "react";
import { Link } from "react-router";

import { ListedBook } from "#app/components/books/listed-book.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { MoreBooks, SameShelf } from "#app/components/shelves/more-books.tsx";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { firstSentences } from "#app/display/first-sentence.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { countSearchContext, servicesContext } from "#app/http/context.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { href } from "#routing/href.ts";
import { byline, type BookCard } from "#shop/catalogue/books/book.ts";
import { findDescriptions, listNearBooks } from "#shop/catalogue/books/book.server.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import type { FoundIsbn } from "#shop/catalogue/search/find-isbn.server.ts";
import { findSearchShelf } from "#shop/catalogue/search/search-shelf.server.ts";
import { writtenAs } from "#shop/catalogue/search/restore-spelling.ts";
import type { Services } from "#shop/services.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";
import { NothingFound } from "./nothing-found.tsx";
import { AboutIsbn, asTypedParameter, Corrected, NearestSpelling, type IsbnNote } from "./search-notes.tsx";

/** Loaded only when a search finds nothing. */
const BookRequestForm = lazy(() => import("#app/components/forms/book-request-form.tsx"));
const maxQueryLength = 200;
/** Number of best sellers shown without a search or a result, and of books below a short result. */
const booksInRow = 5;
/** Maximum number of results that are followed by other books, because they fill less than a row. */
const fewResults = 4;
/** Maximum length of the text about a book that was found alone. */
const maxAbout = { atMost: 2, maxLength: 320 };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db: own, publicDb: db = own } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const typed = (searchParams.get("q") ?? "").trim().slice(0, maxQueryLength);
  const asked = readShelfQuery(request.url, "own");
  const isAsTyped = searchParams.has(asTypedParameter);
  const { shelf, search, corrected } = await findSearchShelf(db, typed, asked.choice, { isAsTyped });
  const { found, isCutShort, near, isbn } = search;
  if (typed) context.get(countSearchContext)(typed, found.length);
  const to = href("/search", { q: corrected ?? typed });
  const [page, nearBooks, isbnNote, toBeginWith] = await Promise.all([
    found.length > 0 ? loadShelf(db, shelf, asked, { to, ownSort: "own" }) : null,
    listCardsByIds(
      db,
      near.map(({ bookId }) => bookId),
    ),
    isbn && describeIsbn(db, isbn),
    found.length === 0 && near.length === 0 && !isbn ? listBestSellers(db, booksInRow) : [],
  ]);
  const results = page?.books ?? [];
  const [first] = results;
  const isShort = first !== undefined && results.length <= fewResults && !page?.isAsked;
  const [alike, descriptions] = await Promise.all([
    isShort ? listNearBooks(db, first.id, { besides: results, limit: booksInRow }) : [],
    findDescriptions(db, isShort && results.length === 1 ? [first.id] : []),
  ]);
  const shown = corrected === null ? nearBooks : results;
  const written = (text: string | null) =>
    text &&
    writtenAs(
      text,
      shown.flatMap(({ title, authors }) => [title, byline(authors)]),
    );
  const query = written(corrected) ?? typed;
  const nearest = written(search.nearest);
  return {
    query,
    typed,
    shelf: page,
    about: first ? firstSentences(descriptions.get(first.id) ?? "", maxAbout) : "",
    alike,
    isCutShort,
    nearest,
    near: nearBooks,
    isbn: isbnNote,
    toBeginWith,
  };
}

async function describeIsbn(db: Services["db"], { given, bookId, wrongDigit }: FoundIsbn): Promise<IsbnNote> {
  if (!wrongDigit) return { given, isKnown: bookId !== null, mayBe: null };
  const cards = await listCardsByIds(
    db,
    wrongDigit.mayBe.map((one) => one.bookId),
  );
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  return {
    given,
    isKnown: false,
    mayBe: wrongDigit.mayBe.flatMap(({ bookId, isbn13, place, digits }) => {
      const title = titles.get(bookId);
      return title === undefined ? [] : [{ bookId, title, isbn13, place, digits }];
    }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { query } = loaderData;
  return [
    pageTitle(matches, query ? `Search Results for “${query}”` : "Search"),
    { name: "description", content: "Find a book by its title, author, series or ISBN, in any script of India." },
    { name: "robots", content: "noindex" },
  ];
}

export default function Search({
  loaderData: { query, typed, shelf, about, alike, isCutShort, nearest, near, isbn, toBeginWith },
}: Route.ComponentProps) {
  if (query === "") return <EmptySearch books={toBeginWith} />;
  const single = shelf?.books.length === 1 && !shelf.isAsked ? shelf.books[0] : undefined;
  return (
    <div className="page pt-4 sm:pt-8 lg:pt-10">
      <h1 className="break-words max-sm:text-h2 sm:text-h1">Search Results for “{query}”</h1>
      {isbn && <AboutIsbn isbn={isbn} />}
      {typed !== query && <Corrected typed={typed} />}
      {nearest && <NearestSpelling nearest={nearest} />}
      {isCutShort && (
        <p role="status" className="mt-4 max-w-measure text-quiet">
          This search took too long and was stopped, so some books may be missing. Try a longer word.
        </p>
      )}
      {shelf ? (
        <>
          <div className="mt-3 sm:mt-4 lg:mt-6">
            <ShelfView
              shelf={shelf}
              name="search results"
              ownOrder="Best match"
              sorts={["own", "popularity", "newest", "rating", "title", "price", "price-down"]}
              heading="h2"
              isCategoryShown
              isFirst
            >
              {single && <ListedBook book={single} note={about} loads="soon" />}
            </ShelfView>
          </div>
          <SameShelf books={alike} category={shelf.books[0]?.category} />
        </>
      ) : (
        <>
          <NothingFound query={query} />
          {near.length > 0 && (
            <section aria-labelledby="near-title" className="pt-10 lg:pt-14">
              <SectionHeading id="near-title" title="Perhaps one of these" />
              <MoreBooks books={near} columns={4} />
            </section>
          )}
          <ChartShelf books={toBeginWith} className="pt-10 lg:pt-14" />
          <AskForBook searched={query} />
        </>
      )}
    </div>
  );
}

/** Form below a search without results, to request the book. */
function AskForBook({ searched }: { searched: string }) {
  return (
    <section aria-labelledby="ask" className="gap-x-16 pt-14 lg:grid lg:grid-cols-12 lg:pt-20">
      <div className="lg:col-span-5">
        <h2 id="ask" className="text-h2">
          Ask us for this book
        </h2>
        <p className="mt-3 max-w-measure text-pretty">
          We may be able to get it. A person looks for it and writes to you, usually within two working days. If we
          cannot get it, we tell you that too.
        </p>
      </div>
      <div className="max-lg:mt-6 lg:col-span-7">
        <Suspense>
          <BookRequestForm searched={searched} />
        </Suspense>
      </div>
    </section>
  );
}

/** Page without a search text, with the first best sellers. */
function EmptySearch({ books }: { books: BookCard[] }) {
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="buti" inks="rose" className="px-4 py-10 sm:px-10 lg:py-12">
        <div className="label max-w-[40rem] px-6 py-8 sm:px-10">
          <h1 className="text-h1">Search</h1>
          <p className="mt-3">A word from the title or the author’s name is enough, in any script of India.</p>
          <SearchForm label="Find a book" placeholder="Title or author" className="search-large mt-6" />
          <p className="mt-5">
            <Link to={href("/categories")} className="link inline-block py-1">
              Or walk along the shelves
            </Link>
          </p>
        </div>
      </Endpaper>
      <ChartShelf books={books} />
    </div>
  );
}

/** First books of the best-seller chart. */
function ChartShelf({ books, className = "pt-14 lg:pt-20" }: { books: BookCard[]; className?: string }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="begin-title" className={className}>
      <SectionHeading
        id="begin-title"
        title="From the best sellers"
        more={{ label: "All best sellers", to: href("/best-sellers") }}
      />
      <MoreBooks books={books} />
    </section>
  );
}
